package dev.goodput.engine;

import dev.goodput.core.slo.Units;
import dev.goodput.engine.LatencyProfile.Decode;
import dev.goodput.engine.LatencyProfile.OutputLengths;
import dev.goodput.engine.LatencyProfile.PromptLength;
import dev.goodput.engine.LatencyProfile.TailSpikes;
import dev.goodput.engine.config.Plain;
import dev.goodput.engine.config.YamlFile;
import dev.goodput.engine.config.YamlMap;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The YAML form of a latency profile. Every key is required and every value carries its unit (`40ms`, `15%`, `20/s`);
/// the presets in the jar show all of it.
final class ProfileReader {
    private static final List<String> KEYS =
            List.of("name", "arrivals", "queue", "prefill", "prompt-tokens", "decode", "tail-spikes", "output-tokens");
    private static final String NUMBER = "(\\d{1,12}(?:\\.\\d{1,9})?)";
    private static final Pattern TIME = Pattern.compile(NUMBER + " ?([a-zA-Zµ]+)");
    private static final Pattern SHARE = Pattern.compile(NUMBER + " ?%");
    private static final Pattern RATE = Pattern.compile(NUMBER + " ?/ ?s");
    private static final Pattern RANGE = Pattern.compile(NUMBER + " ?\\.\\. ?" + NUMBER);
    private static final Pattern TOKENS = Pattern.compile("[1-9]\\d{0,6}");
    private static final Pattern TOKEN_RANGE = Pattern.compile("([1-9]\\d{0,6}) ?\\.\\. ?([1-9]\\d{0,6})");

    /// Longer than any wait worth modelling, and short enough that sums of many of them fit.
    private static final long MAX_TIME_NS = 600_000_000_000L;

    private ProfileReader() {}

    /// @throws dev.goodput.engine.config.ConfigException when it cannot be understood
    static LatencyProfile read(YamlFile file) {
        YamlMap root = file.root(String.join(", ", KEYS)).only(KEYS);
        YamlMap queue = root.map("queue").only(List.of("mean"));
        YamlMap prefill = root.map("prefill").only(List.of("per-prompt-token"));
        String name = Plain.text(root.text("name").value());
        double arrivals = number(RATE, root.text("arrivals"), "is not a rate; write it like 20/s")
                .doubleValue();
        long queueMeanNs = timeNs(queue.text("mean"));
        long prefillNs = timeNs(prefill.text("per-prompt-token"));
        YamlMap prompts = root.map("prompt-tokens");
        List<PromptLength> lengths = promptLengths(prompts);
        Decode decode = decode(root.map("decode").only(List.of("mean", "sigma", "floor")));
        TailSpikes spikes = tailSpikes(root.map("tail-spikes").only(List.of("share", "factor")));
        OutputLengths outputs = outputLengths(root.text("output-tokens"));
        return root.make(
                () -> new LatencyProfile(name, arrivals, queueMeanNs, prefillNs, lengths, decode, spikes, outputs));
    }

    private static List<PromptLength> promptLengths(YamlMap map) {
        List<PromptLength> lengths = new ArrayList<>();
        for (Map.Entry<String, YamlMap.Text> entry : map.texts().entrySet()) {
            if (!TOKENS.matcher(entry.getKey()).matches()) {
                throw map.error(
                        "'" + Plain.text(entry.getKey()) + "' is not a prompt length; write lines like 512: 20%");
            }
            int tokens = Integer.parseInt(entry.getKey());
            double share = share(entry.getValue());
            lengths.add(map.make(() -> new PromptLength(tokens, share)));
        }
        return map.make(() -> LatencyProfile.wholeMix(lengths));
    }

    private static Decode decode(YamlMap map) {
        return map.make(
                () -> new Decode(timeNs(map.text("mean")), share(map.text("sigma")), timeNs(map.text("floor"))));
    }

    private static TailSpikes tailSpikes(YamlMap map) {
        YamlMap.Text factor = map.text("factor");
        Matcher range = match(RANGE, factor, "is not a range of factors; write it like 3..8");
        double minFactor = Double.parseDouble(range.group(1));
        double maxFactor = Double.parseDouble(range.group(2));
        return map.make(() -> new TailSpikes(share(map.text("share")), minFactor, maxFactor));
    }

    private static OutputLengths outputLengths(YamlMap.Text text) {
        Matcher range = match(TOKEN_RANGE, text, "is not a range of tokens; write it like 50..300");
        int min = Integer.parseInt(range.group(1));
        int max = Integer.parseInt(range.group(2));
        if (min > max) {
            throw text.error("runs downwards; write it like 50..300");
        }
        return new OutputLengths(min, max);
    }

    private static long timeNs(YamlMap.Text text) {
        Matcher matcher = match(TIME, text, "is not a time; write a number and a unit (ns, us, ms, s), like 40ms");
        OptionalLong ns = Units.nanos(new BigDecimal(matcher.group(1)), matcher.group(2));
        if (ns.isEmpty()) {
            throw text.error("has an unknown unit; write ns, us, ms or s, like 40ms");
        }
        if (ns.getAsLong() > MAX_TIME_NS) {
            throw text.error("must be whole nanoseconds and at most 10min");
        }
        return ns.getAsLong();
    }

    private static double share(YamlMap.Text text) {
        return number(SHARE, text, "is not a share; write it like 15%")
                .movePointLeft(2)
                .doubleValue();
    }

    private static BigDecimal number(Pattern pattern, YamlMap.Text text, String problem) {
        return new BigDecimal(match(pattern, text, problem).group(1));
    }

    private static Matcher match(Pattern pattern, YamlMap.Text text, String problem) {
        Matcher matcher = pattern.matcher(text.value());
        if (!matcher.matches()) {
            throw text.error(problem);
        }
        return matcher;
    }
}
