package dev.goodput.runs;

import dev.goodput.core.gate.Margins;
import dev.goodput.core.gate.PeakLoad;
import dev.goodput.core.gate.Policy;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloException;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.trace.Manifest;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/// A gate policy in a YAML file.
///
/// ```yaml
/// schema: goodput.policy/1
/// endpoint: {url: http://HOST:PORT/v1, api: chat, model: NAME}     # the key comes from OPENAI_API_KEY
/// hardware: 1 x H100 80GB
/// workload: {input_tokens: 800, input_tokens_sd: 300, output_tokens: 150, output_tokens_sd: 50, seed: 1}
/// slo: preset:streaming-chat            # or a file, constraints, or a mapping as in an SLO file
/// load: {concurrency: 16}               # or {rate: 20/s}: the expected peak, 100%
/// levels: [25%, 50%, 100%, 150%, 200%]
/// rounds: 30                            # at 100%
/// requests_per_round: 100               # or more, where a verdict takes more
/// sweep_requests: 300                   # at each other level
/// warmup_requests: 20
/// headroom: 5%                          # flagged when goodput falls by more from 100% to 150%
/// baseline: path/to/run                 # optional
/// margins: {goodput: 2%, ttft: 5%, tpot: 5%, e2e: 5%}
/// ```
/// Files are looked for from the folder of the policy. What is left out has the value above where it is no fact about
/// the endpoint; a fact that is missing is for [Policy#refusals()]. `ignore_eos: true` in the workload asks the engine
/// not to end before the output length.
public final class PolicyFile {
    private static final String SCHEMA = "goodput.policy/1";
    private static final List<String> APIS = List.of("chat", "completions");
    private static final List<String> BOOLEANS = List.of("true", "false");
    private static final List<String> KEYS = List.of(
            "schema",
            "endpoint",
            "hardware",
            "workload",
            "slo",
            "load",
            "levels",
            "rounds",
            "requests_per_round",
            "sweep_requests",
            "warmup_requests",
            "headroom",
            "baseline",
            "margins");
    private static final List<String> LENGTHS = List.of(
            "input_tokens", "input_tokens_sd", "output_tokens", "output_tokens_sd", "seed", "ignore_eos", "prompt");
    private static final int MOST_TOKENS = 10_000_000;
    private static final int MOST_PERCENT = 1000;

    private final Path file;
    private final YamlKeys keys;

    private PolicyFile(Path file, YamlKeys keys) {
        this.file = file;
        this.keys = keys;
    }

    /// @throws SloException when the file cannot be read or understood; the message is one line with file, line and key
    public static Policy read(Path file) {
        String source = file.toString();
        MappingNode mapping = YamlText.mapping(YamlText.read(file, "policy"), source, "a policy", KEYS);
        return new PolicyFile(file, new YamlKeys(mapping, source, KEYS)).policy();
    }

    private Policy policy() {
        keys.word("schema", word -> Optional.of(word).filter(SCHEMA::equals), List.of(SCHEMA));
        String baseline = keys.text("baseline");
        return new Policy(
                keys.mapping("endpoint", List.of("url", "api", "model"))
                        .map(PolicyFile::endpoint)
                        .orElse(new Manifest.Endpoint("", APIS.getFirst(), "")),
                keys.text("hardware"),
                keys.mapping("workload", LENGTHS).map(PolicyFile::workload).orElse(null),
                slo(),
                keys.mapping("load", List.of("concurrency", "rate"))
                        .map(this::load)
                        .orElse(null),
                levels(),
                (int) whole(keys, "rounds", Policy.LEAST_ROUNDS, 1, 100_000),
                whole(keys, "requests_per_round", Policy.LEAST_REQUESTS_PER_ROUND, 1, 100_000_000),
                whole(keys, "sweep_requests", Policy.SWEEP_REQUESTS, 1, 100_000_000),
                whole(keys, "warmup_requests", Policy.WARM_UP_REQUESTS, 0, 100_000_000),
                share(keys, "headroom", Policy.HEADROOM),
                baseline == null || baseline.isEmpty()
                        ? null
                        : file.resolveSibling(baseline).toString(),
                margins());
    }

    private static Manifest.Endpoint endpoint(YamlKeys keys) {
        Node url = keys.node("url");
        if (url != null) {
            url(keys, url, keys.scalar(url).strip());
        }
        return new Manifest.Endpoint(
                text(keys, "url"),
                keys.word("api", word -> Optional.of(word).filter(APIS::contains), APIS)
                        .orElse(APIS.getFirst()),
                text(keys, "model"));
    }

    /// A URL in a repository holds no credentials, and none is repeated in a message.
    private static void url(YamlKeys keys, Node node, String url) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            throw keys.error(node, "url", "not a URL like http://HOST:PORT/v1: " + e.getReason());
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (uri.getRawUserInfo() != null) {
            throw keys.error(node, "url", "must not hold credentials; put the key into OPENAI_API_KEY");
        }
        boolean isBase = uri.getHost() != null && uri.getRawQuery() == null && uri.getRawFragment() == null;
        if (!isBase || !(scheme.equals("http") || scheme.equals("https"))) {
            throw keys.error(node, "url", "not a URL like http://HOST:PORT/v1");
        }
    }

    private static String text(YamlKeys keys, String key) {
        String text = keys.text(key);
        return text == null ? "" : text;
    }

    private static Policy.@Nullable Workload workload(YamlKeys keys) {
        String prompt = keys.text("prompt");
        if (prompt == null && (keys.node("input_tokens") == null || keys.node("output_tokens") == null)) {
            return null;
        }
        return new Policy.Workload(
                (int) whole(keys, "input_tokens", 1, 1, MOST_TOKENS),
                (int) whole(keys, "input_tokens_sd", 0, 0, MOST_TOKENS),
                (int) whole(keys, "output_tokens", 1, 1, MOST_TOKENS),
                (int) whole(keys, "output_tokens_sd", 0, 0, MOST_TOKENS),
                whole(keys, "seed", 1, 0, Long.MAX_VALUE),
                keys.word("ignore_eos", word -> Optional.of(word).filter(BOOLEANS::contains), BOOLEANS)
                        .map(Boolean::parseBoolean)
                        .orElse(false),
                prompt);
    }

    private @Nullable Slo slo() {
        Node node = keys.node("slo");
        if (node instanceof MappingNode mapping) {
            return SloFile.relativeTo(file, SloFile.of(mapping, file.toString()));
        }
        String text = keys.text("slo");
        if (node == null || text == null || text.isEmpty()) {
            return null;
        }
        if (text.startsWith(SloPresets.PREFIX)) {
            String id = text.substring(SloPresets.PREFIX.length());
            if (!SloPresets.IDS.contains(id)) {
                throw YamlKeys.unknown(keys.where(node), "preset", id, SloPresets.IDS);
            }
            return SloPresets.byId(id);
        }
        if (SloParser.isText(text)) {
            return SloParser.inline(text, keys.where(node));
        }
        Path named = file.resolveSibling(text);
        if (!Files.isRegularFile(named)) {
            throw keys.error(
                    node,
                    "slo",
                    "no such file: " + named + "; write preset:streaming-chat, a file from the folder of this one, or"
                            + " constraints");
        }
        return SloFile.read(named);
    }

    private @Nullable PeakLoad load(YamlKeys load) {
        Node rate = load.node("rate");
        if (rate != null && load.node("concurrency") != null) {
            throw load.error(rate, "rate", "either concurrency or rate, not both");
        }
        if (rate == null) {
            return load.node("concurrency") == null
                    ? null
                    : new PeakLoad.Concurrency((int) whole(load, "concurrency", 1, 1, 100_000));
        }
        String text = load.scalar(rate).strip();
        if (!text.matches("\\d{1,6}(\\.\\d{1,6})?\\s*/\\s*s")) {
            throw load.error(rate, "rate", "'" + text + "' is not a rate; write it like 20/s");
        }
        BigDecimal perSecond =
                new BigDecimal(text.substring(0, text.indexOf('/')).strip());
        if (perSecond.signum() == 0) {
            throw load.error(rate, "rate", "must be above 0");
        }
        return new PeakLoad.Rate(perSecond);
    }

    private List<Integer> levels() {
        List<Node> nodes = keys.list("levels");
        return keys.node("levels") == null
                ? Policy.LEVELS
                : nodes.stream().map(this::level).toList();
    }

    private int level(Node node) {
        String text = keys.scalar(node).strip();
        int percent = text.matches("\\d{1,4}\\s*%")
                ? Integer.parseInt(text.substring(0, text.length() - 1).strip())
                : 0;
        if (percent < 1 || percent > MOST_PERCENT) {
            throw keys.error(
                    node,
                    "levels",
                    "'" + text + "' is not a level of 1% to " + MOST_PERCENT + "% of the peak; write it like 150%");
        }
        return percent;
    }

    private Margins margins() {
        return keys.mapping("margins", List.of("goodput", "ttft", "tpot", "e2e"))
                .map(margins -> new Margins(
                        share(margins, "goodput", Margins.DEFAULT.goodput()),
                        share(margins, "ttft", Margins.DEFAULT.ttft()),
                        share(margins, "tpot", Margins.DEFAULT.tpot()),
                        share(margins, "e2e", Margins.DEFAULT.e2e())))
                .orElse(Margins.DEFAULT);
    }

    /// A share above 0 % and below 100 %.
    private static BigDecimal share(YamlKeys keys, String key, BigDecimal otherwise) {
        Node node = keys.node(key);
        if (node == null) {
            return otherwise;
        }
        BigDecimal share = SloParser.share(keys.scalar(node), keys.where(node) + ": " + key);
        if (share.compareTo(BigDecimal.ONE) >= 0) {
            throw keys.error(node, key, "must lie between 0% and 100%; write it like 5%");
        }
        return share;
    }

    private static long whole(YamlKeys keys, String key, long otherwise, long least, long most) {
        Node node = keys.node(key);
        if (node == null) {
            return otherwise;
        }
        String text = keys.scalar(node).strip();
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw keys.error(node, key, "'" + text + "' is not a whole number");
        }
        throw keys.error(node, key, text + " is not from " + least + " to " + most);
    }
}
