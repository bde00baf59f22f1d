package dev.goodput.report;

import dev.goodput.report.ClaimFigure.Direction;
import dev.goodput.report.ClaimFigure.Kind;
import dev.goodput.report.ClaimFigure.Scope;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads claims as people write them: `15,000 tok/s on 8xH100, Llama 70B FP8, batch 64, 1k in / 128 out, P99 TTFT 450
/// ms`.
///
/// What is recognised is taken out of the text, so that no number is read twice.
public final class ClaimParser {
    private static final int MAX_LENGTH = 1_000;
    private static final String NUMBER =
            "(\\d{1,3}(?:[, ]\\d{3})+(?:\\.\\d+)?|\\d{1,12}(?:\\.\\d{1,9})?)\\s?([kKmM](?![A-Za-z]))?";
    private static final String PER_TIME = "\\s*(?:/|per\\s)\\s*(s|sec|secs|second|seconds|min|minute|h|hour)\\b";
    private static final String WHOSE =
            "(?:\\s*(?:/|per\\s|an?\\s|each\\s)\\s*(user|request|stream|session|gpu|card|chip|accelerator|device)s?\\b|\\s*(in total|total|in all|aggregate|overall|system-wide))?";
    private static final String STATISTIC =
            "(p\\s?\\d{1,2}(?:\\.\\d)?|\\d{2}th percentile|mean|average|avg|median|max|maximum|worst(?:-case)?)";
    private static final String LATENCY =
            "(ttft|time to first token|tpot|time per output token|itl|tbt|inter-?token latency|e2e|end-to-end(?: latency)?|latency)";

    private static final Pattern TOKEN_RATE = pattern(NUMBER
            + "\\s*(input|prompt|prefill|output|generated|generation|decode|total)?\\s*(?:(?:tok|token|tokens|toks|t)"
            + PER_TIME + "|(tps|tok/s|t/s)\\b)" + WHOSE);
    private static final Pattern REQUEST_RATE =
            pattern(NUMBER + "\\s*(?:(?:req|reqs|request|requests|queries)" + PER_TIME + "|(rps|qps)\\b)" + WHOSE);
    private static final Pattern NAME_FIRST = pattern("(?:" + STATISTIC + "\\s+)?" + LATENCY + "\\s*\\(?" + STATISTIC
            + "?\\)?\\s*(?:of|is|at|=|:|<=|≤|<|under|below)?\\s*" + NUMBER + "\\s*(ms|msec|s|sec|seconds|us|µs)\\b");
    private static final Pattern NUMBER_FIRST = pattern(
            NUMBER + "\\s*(ms|msec|s|sec|seconds|us|µs)\\s+(?:of\\s+)?" + STATISTIC + "?\\s*" + LATENCY + "\\b");

    private static final Pattern GPU = pattern(
            "(?:\\b(\\d{1,5})\\s*[x×]?\\s*)?(?:nvidia\\s+|amd\\s+)?(?<![A-WYZa-wyz])(GB[23]00|B[23]00|H[12]00|H20|A100|A10G?|L40S?|L4|V100|T4|MI\\d{3}X?|RTX\\s?\\d{4}(?:\\s?Ti)?|TPU\\s?v\\d\\w?|Gaudi\\s?\\d|Trainium\\s?\\d?)(?:\\s*-?\\d+\\s?GB)?s?\\b(?:\\s*[x×]\\s*(\\d{1,5})\\b)?");
    private static final Pattern GPUS = pattern("\\b(\\d{1,5})\\s*[x×]?\\s*(?:gpu|accelerator)s?\\b");
    private static final Pattern MODEL = pattern(
            "\\b((?:[\\w-]+/)?(?:llama|qwen|mistral|mixtral|deepseek|gpt-oss|gemma|phi|falcon|kimi|glm|nemotron|command-r|dbrx|grok|yi)(?:[-\\w.]*)(?:\\s\\d+(?:\\.\\d+)?(?![\\d.]*B))?(?:\\s?\\d+(?:\\.\\d+)?B\\b)?|\\b\\d+(?:\\.\\d+)?B\\b(?:\\smodel)?)");
    private static final Pattern LOAD_FIRST =
            pattern("\\b(?:concurrency|batch(?:[ -]size)?|bs|users|in flight)\\s*(?:of|=|:)?\\s*" + NUMBER);
    private static final Pattern LOAD_LAST = pattern(
            NUMBER
                    + "\\s*(?:concurrent(?:\\s\\w+)?|simultaneous(?:\\s\\w+)?|parallel(?:\\s\\w+)?|users|streams|in flight)\\b");
    private static final Pattern PRECISION =
            pattern("\\b(nvfp4|mxfp4|fp4|fp8|fp16|bf16|int8|int4|awq|gptq|w\\d+a\\d+|q\\d_\\w+)\\b");
    private static final Pattern INPUT = pattern("(?:\\b(?:isl|input|prompt)s?\\s*(?:length)?\\s*[=:]?\\s*" + NUMBER
            + "|" + NUMBER + "\\s*(?:-?\\s*tok(?:en)?s?\\s*)?(?:in|input|prompt)s?\\b)");
    private static final Pattern OUTPUT = pattern("(?:\\b(?:osl|output)s?\\s*(?:length)?\\s*[=:]?\\s*" + NUMBER + "|"
            + NUMBER + "\\s*(?:-?\\s*tok(?:en)?s?\\s*)?(?:out|output|generated)s?\\b)");
    private static final Pattern ENGINE = pattern(
            "\\b(vllm|sglang|tensorrt-llm|trt-llm|trtllm|tgi|llama\\.cpp|ollama|dynamo|lmdeploy|mlx|nim)\\b(\\s*v?\\d+(?:\\.\\d+)+)?");

    private static final Map<Claim.Mention, Pattern> MENTIONS = new EnumMap<>(Map.of(
            Claim.Mention.OBJECTIVE, pattern("\\b(?:slo|sla|goodput|attainment)\\b"),
            Claim.Mention.CACHE, pattern("\\b(?:cache[ds]?|caching|prefix|cold|warm(?:ed)?)\\b"),
            Claim.Mention.TOOL,
                    pattern(
                            "\\b(?:aiperf|genai-perf|llmperf|bench(?:mark)?[ _]serv(?:e|ing)|guidellm|mlperf|inference-perf|locust|k6|llmeter|genai-bench|evalscope)\\b"),
            Claim.Mention.ARRIVALS, pattern("\\b(?:poisson|open[- ]loop|closed[- ]loop|offline|arrivals?)\\b"),
            Claim.Mention.SAMPLE, pattern("\\b\\d[\\d,]*\\s*(?:requests|prompts|minutes?|hours?)\\b")));

    private String rest;
    private final List<ClaimFigure> figures = new ArrayList<>();

    private ClaimParser(String text) {
        this.rest = text;
    }

    /// The claim, or nothing where the text holds no number that could be one.
    public static Optional<Claim> parse(String text) {
        String clean = PlainText.clean(text, MAX_LENGTH);
        return new ClaimParser(clean).read(clean);
    }

    private Optional<Claim> read(String text) {
        Set<Claim.Mention> mentions = EnumSet.noneOf(Claim.Mention.class);
        MENTIONS.forEach((mention, pattern) -> {
            if (pattern.matcher(text).find()) {
                mentions.add(mention);
            }
        });
        takeAll(TOKEN_RATE, m -> rate(Kind.TOKEN_RATE, m, unit(m.group(4)), m.group(3), m.group(6), m.group(7)));
        takeAll(REQUEST_RATE, m -> rate(Kind.REQUEST_RATE, m, unit(m.group(3)), null, m.group(5), m.group(6)));
        takeAll(NAME_FIRST, m -> time(m.group(2), m.group(4), m.group(5), m.group(6), m.group(1), m.group(3)));
        takeAll(NUMBER_FIRST, m -> time(m.group(5), m.group(1), m.group(2), m.group(3), m.group(4), null));
        if (figures.isEmpty()) {
            return Optional.empty();
        }
        Matcher engine = take(ENGINE);
        if (engine != null && engine.group(2) != null) {
            mentions.add(Claim.Mention.ENGINE_VERSION);
        }
        Matcher gpu = take(GPU);
        Matcher gpus = take(GPUS);
        int count = count(gpu, 1) + count(gpu, 3);
        Matcher precision = take(PRECISION);
        Matcher model = take(MODEL);
        Matcher load = take(LOAD_FIRST);
        Matcher loadLast = load == null ? take(LOAD_LAST) : load;
        Matcher input = take(INPUT);
        Matcher output = take(OUTPUT);
        return Optional.of(new Claim(
                text,
                List.copyOf(figures),
                model == null ? "" : model.group(1),
                gpu == null ? "" : gpu.group(2).toUpperCase(Locale.ROOT),
                count == 0 ? count(gpus, 1) : count,
                loadLast == null ? 0 : whole(loadLast.group(1), loadLast.group(2)),
                precision == null ? "" : precision.group(1).toUpperCase(Locale.ROOT),
                either(input),
                either(output),
                engine == null ? "" : engine.group(0).strip(),
                mentions));
    }

    private void takeAll(Pattern pattern, java.util.function.Function<Matcher, ClaimFigure> figure) {
        Matcher matcher = take(pattern);
        while (matcher != null) {
            figures.add(figure.apply(matcher));
            matcher = take(pattern);
        }
    }

    private @Nullable Matcher take(Pattern pattern) {
        Matcher matcher = pattern.matcher(rest);
        if (!matcher.find()) {
            return null;
        }
        rest = rest.substring(0, matcher.start()) + " ; " + rest.substring(matcher.end());
        return matcher;
    }

    private static ClaimFigure rate(
            Kind kind,
            Matcher m,
            double perSeconds,
            @Nullable String which,
            @Nullable String whose,
            @Nullable String inAll) {
        boolean isUser = whose != null && whose.matches("(?i)user|request|stream|session");
        boolean saysTotal = inAll != null;
        Scope scope = isUser ? Scope.PER_USER : whose != null ? Scope.PER_GPU : saysTotal ? Scope.TOTAL : Scope.UNSAID;
        Direction direction = which == null
                ? Direction.UNSAID
                : switch (which.toLowerCase(Locale.ROOT)) {
                    case "input", "prompt", "prefill" -> Direction.INPUT;
                    case "total" -> Direction.BOTH;
                    default -> Direction.OUTPUT;
                };
        return new ClaimFigure(kind, number(m.group(1), m.group(2)) / perSeconds, "", scope, direction);
    }

    private static ClaimFigure time(
            String name,
            String number,
            @Nullable String factor,
            String unit,
            @Nullable String before,
            @Nullable String after) {
        String lower = name.toLowerCase(Locale.ROOT);
        Kind kind = lower.contains("first") || lower.equals("ttft")
                ? Kind.TTFT
                : lower.contains("per output") || lower.equals("tpot")
                        ? Kind.TPOT
                        : lower.startsWith("i") || lower.equals("tbt") ? Kind.ITL : Kind.E2E;
        double perUnit = switch (unit.toLowerCase(Locale.ROOT).charAt(0)) {
            case 'm' -> 1e6;
            case 's' -> 1e9;
            default -> 1e3;
        };
        return ClaimFigure.time(kind, number(number, factor) * perUnit, statistic(before == null ? after : before));
    }

    private static String statistic(@Nullable String said) {
        if (said == null) {
            return "";
        }
        String word = said.toLowerCase(Locale.ROOT).replace(" ", "");
        if (word.endsWith("percentile")) {
            return "p" + word.substring(0, 2);
        }
        return switch (word.charAt(0)) {
            case 'p' -> word;
            case 'w' -> "max";
            case 'a' -> "mean";
            default -> word.startsWith("max") ? "max" : word.equals("median") ? "p50" : "mean";
        };
    }

    /// Seconds in the unit of time that a rate is per.
    private static double unit(@Nullable String per) {
        return per == null ? 1 : per.toLowerCase(Locale.ROOT).startsWith("h") ? 3600 : per.startsWith("m") ? 60 : 1;
    }

    private static double number(String digits, @Nullable String factor) {
        double value = Double.parseDouble(digits.replaceAll("[, ]", ""));
        return factor == null ? value : value * (factor.equalsIgnoreCase("k") ? 1e3 : 1e6);
    }

    private static int whole(String digits, @Nullable String factor) {
        return (int) Math.min(number(digits, factor), 1e9);
    }

    private static int either(@Nullable Matcher length) {
        if (length == null) {
            return 0;
        }
        return length.group(1) == null
                ? whole(length.group(3), length.group(4))
                : whole(length.group(1), length.group(2));
    }

    private static int count(@Nullable Matcher matcher, int group) {
        return matcher == null || matcher.group(group) == null ? 0 : Integer.parseInt(matcher.group(group));
    }

    private static Pattern pattern(String regex) {
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }
}
