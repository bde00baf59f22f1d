package dev.goodput.cli;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.metric.Explanation;
import dev.goodput.core.metric.Measure;
import dev.goodput.core.metric.Measurements;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.axis.Sentences;
import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.engine.spec.EngineSpec;
import dev.goodput.load.Arrivals;
import dev.goodput.load.Lengths;
import dev.goodput.report.BarFigure;
import dev.goodput.report.Figure.Legend;
import dev.goodput.report.Format;
import dev.goodput.report.LaneFigure;
import dev.goodput.report.LaneFigure.Lane;
import dev.goodput.report.LaneFigure.Span;
import dev.goodput.report.LessonReport;
import dev.goodput.report.LessonReport.Command;
import dev.goodput.report.LessonReport.KeyNumber;
import dev.goodput.report.Scale;
import dev.goodput.report.Section;
import dev.goodput.report.Shade;
import dev.goodput.report.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// One run, several tools, several numbers for "the time between tokens".
final class ToolTrapLesson implements Lesson {
    private static final String FILE = "engine.yaml";
    private static final int PROMPT_TOKENS = 500;
    private static final int OUTPUT_TOKENS = 100;
    private static final Lengths CHATS = new Lengths(2_000, 600, 60, 20);

    private static final double LEAST_MOVE_NS = 5_000;

    private static final List<String> TOOLS = List.of(
            "genai-perf",
            "aiperf-013",
            "vllm-py-033",
            "sglang-oai",
            "trtllm-bench",
            "guidellm",
            "inference-perf",
            "llmperf-head");

    /// @param one a single request on a quiet engine
    /// @param loaded chats at 8/s on the engine of the lessons
    record Runs(Run one, Run loaded) {}

    @Override
    public String name() {
        return "tool-trap";
    }

    @Override
    public String shows() {
        return "one request, several tools: 7.07 ms and 12.00 ms between tokens, and both are right";
    }

    static Runs run(long seed, Path directory) {
        SimulatedLoad single =
                SimulatedLoad.of(new Lengths(PROMPT_TOKENS, 0, OUTPUT_TOKENS, 0), new Arrivals.ClosedLoop(1), 1, 0);
        SimulatedLoad chats = SimulatedLoad.of(CHATS, new Arrivals.Poisson(8, 0), 1_000, 0);
        return new Runs(
                Experiment.of(EngineSpec.load(directory.resolve(FILE).toString()), single, seed)
                        .run(),
                Experiment.of(EngineSpec.load(LessonEngine.USUAL), chats, seed).run());
    }

    /// From what one tool says to what the other does, one choice at a time.
    static Explanation way(Run run) {
        return Explanation.of(
                Dialects.genaiPerf(),
                Dialects.llmperf(),
                new Measurements(run, new Measure.OfRequests(Quantity.ITL, Statistic.mean())),
                0);
    }

    @Override
    public List<String> files() {
        return List.of(FILE);
    }

    @Override
    public LessonReport teach(long seed, Path directory) {
        Runs runs = run(seed, directory);
        RequestTrace trace = runs.one().traces().getFirst();
        Reading ours = Reading.of(trace, Dialect.GOODPUT);
        Explanation way = way(runs.one());
        Explanation loaded = way(runs.loaded());
        String answer = "A first token after " + Format.time(ours.ttftNs()) + ", " + ours.outputTokens()
                + " tokens, all of them after " + Format.time(ours.e2eNs()) + ". GenAI-Perf's inter-token latency is "
                + ms(way.fromValue().orNaN()) + " ms, LLMPerf's is "
                + ms(way.toValue().orNaN()) + " ms.";
        return new LessonReport(
                Version.TOOL,
                name(),
                "One request: " + ms(way.fromValue().orNaN()) + " ms or "
                        + ms(way.toValue().orNaN()) + " ms between tokens?",
                answer,
                List.of(
                        "One request of " + PROMPT_TOKENS + " tokens in and " + OUTPUT_TOKENS
                                + " out on an engine that takes 500 ms for the prompt and 700 ms for the rest.",
                        "Beside it: 1,000 chats at 8/s on an H100 with Llama 3.1 8B (" + LessonEngine.words(CHATS)
                                + "), seed " + seed + ". Each trace is read with each tool's definitions."),
                List.of(
                        new KeyNumber("GenAI-Perf", ms(way.fromValue().orNaN()) + " ms", "of the one request"),
                        new KeyNumber("LLMPerf", ms(way.toValue().orNaN()) + " ms", "of the same request"),
                        new KeyNumber(
                                "on the loaded engine",
                                ms(loaded.fromValue().orNaN()) + " ms",
                                "LLMPerf: " + ms(loaded.toValue().orNaN()) + " ms")),
                List.of(lanes(trace, way), waterfall(way)),
                List.of(steps(way), tools(runs)),
                "Neither tool is wrong: one leaves the wait for the first token out of its number, the other"
                        + " spreads it over all tokens. A number without its definition cannot be compared; decide on"
                        + " one definition, and ask of every figure which one it is.",
                commands(directory, seed));
    }

    private static String ms(double ns) {
        return String.format(java.util.Locale.ROOT, "%.2f", ns / 1e6);
    }

    private static LaneFigure lanes(RequestTrace trace, Explanation way) {
        double zeroNs = trace.timeline().intendedStartNs();
        List<Double> tokens = IntStream.range(0, trace.chunks().size())
                .filter(trace.chunks()::isOutput)
                .mapToObj(i -> (trace.chunks().arrivalNs(i) - zeroNs) / 1e6)
                .toList();
        double first = tokens.getFirst();
        double last = tokens.getLast();
        return new LaneFigure(
                "What each tool divides by what",
                "Both read the same stamps. GenAI-Perf starts its watch at the first token, LLMPerf at the request.",
                Scale.linear("since the request was sent", " ms", 0, last * 1.02),
                List.of(
                        new Lane(
                                "the request",
                                List.of(new Span(
                                        0,
                                        first,
                                        Shade.WAIT,
                                        Format.ms(first * 1e6) + " ms to the first token",
                                        "",
                                        "")),
                                tokens),
                        new Lane(
                                "GenAI-Perf",
                                List.of(new Span(
                                        first,
                                        last,
                                        Shade.GOOD,
                                        Format.ms((last - first) * 1e6) + " ms / " + (tokens.size() - 1) + " = "
                                                + ms(way.fromValue().orNaN()) + " ms",
                                        "",
                                        "")),
                                List.of()),
                        new Lane(
                                "LLMPerf",
                                List.of(new Span(
                                        0,
                                        last,
                                        Shade.BAD,
                                        Format.ms(last * 1e6) + " ms / " + tokens.size() + " = "
                                                + ms(way.toValue().orNaN()) + " ms",
                                        "",
                                        "")),
                                List.of())),
                List.of());
    }

    private static BarFigure waterfall(Explanation way) {
        List<BarFigure.Bar> bars = new ArrayList<>();
        double from = way.fromValue().orNaN() / 1e6;
        double to = way.toValue().orNaN() / 1e6;
        bars.add(BarFigure.Bar.of(way.from().tool(), from, Shade.QUIET, ms(from * 1e6) + " ms"));
        for (Explanation.Step step : felt(way)) {
            bars.add(new BarFigure.Bar(
                    choices(step),
                    step.valueBefore() / 1e6,
                    step.valueAfter() / 1e6,
                    step.move() > 0 ? Shade.BAD : Shade.GOOD,
                    Double.NaN,
                    (step.move() > 0 ? "+" : "−") + ms(Math.abs(step.move())) + " ms"));
        }
        bars.add(BarFigure.Bar.of(way.to().tool(), to, Shade.QUIET, ms(to * 1e6) + " ms"));
        return new BarFigure(
                "From one number to the other, one choice at a time",
                "The moves add up to the whole difference.",
                1.05 * Math.max(from, to),
                bars,
                List.of(new Legend(Shade.BAD, "raises the number"), new Legend(Shade.GOOD, "lowers it")));
    }

    /// Steps that can be seen with two decimals.
    private static List<Explanation.Step> felt(Explanation way) {
        return way.steps().stream()
                .filter(step -> Math.abs(step.move()) >= LEAST_MOVE_NS)
                .toList();
    }

    private static String choices(Explanation.Step step) {
        return step.changes().stream()
                .map(change -> change.before().id() + " → " + change.after().id())
                .collect(Collectors.joining(", "));
    }

    private static Section steps(Explanation way) {
        Table.Builder table =
                Table.builder().code("choice").text("before").text("after").numbers("moves it to, ms");
        for (Explanation.Step step : felt(way)) {
            table.row(
                    step.changes().stream()
                            .map(change -> change.before().axis())
                            .collect(Collectors.joining(", ")),
                    step.changes().stream()
                            .map(change -> Sentences.of(change.before()))
                            .collect(Collectors.joining("; ")),
                    step.changes().stream()
                            .map(change -> Sentences.of(change.after()))
                            .collect(Collectors.joining("; ")),
                    ms(step.valueAfter()));
        }
        return new Section(
                "steps",
                "One choice at a time",
                table.build(),
                "Choices that move it by less than 0.01 ms are left out.");
    }

    private static Section tools(Runs runs) {
        Table.Builder table = Table.builder().text("tool").numbers("one request, ms", "loaded, mean", "loaded, P99");
        for (String id : TOOLS) {
            Dialect dialect = Names.dialect(id);
            Distribution loaded = perToken(runs.loaded(), dialect);
            table.row(dialect.tool(), ms(perToken(runs.one(), dialect).mean()), ms(loaded.mean()), ms(loaded.p99()));
        }
        return new Section(
                "tools",
                "The same two runs, as each tool counts the time of a token",
                table.build(),
                "Time per output token of a request by each tool's definition, in ms. The wait for the first token grows with"
                        + " load, and with it the distance between the two families.");
    }

    private static Distribution perToken(Run run, Dialect dialect) {
        return Distribution.of(run.traces().stream()
                .mapToDouble(trace -> Reading.of(trace, dialect).perTokenNs()));
    }

    private static List<Command> commands(Path directory, long seed) {
        Path run = directory.resolve("run");
        return List.of(
                new Command(
                        "the one request, kept",
                        "goodput simulate --engine " + directory.resolve(FILE) + " --concurrency 1 --requests 1"
                                + " --input-tokens " + PROMPT_TOKENS + " --output-tokens " + OUTPUT_TOKENS + " --seed "
                                + seed + " --out " + run),
                new Command(
                        "the way from one number to the other, in words",
                        "goodput explain " + run + " --metric itl --from "
                                + Dialects.genaiPerf().id() + " --to "
                                + Dialects.llmperf().id()),
                new Command(
                        "on from here: the same run as another tool prints it",
                        "goodput report " + run + " --as vllm-py-033"),
                new Command("all definitions", "goodput definitions"));
    }
}
