package dev.goodput.report;

import dev.goodput.core.gate.GateResult;
import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.metric.Measure;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.Run;
import dev.goodput.report.ClaimFigure.Direction;
import dev.goodput.report.ClaimFigure.Kind;
import dev.goodput.report.ClaimFigure.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What a run says about a claim: the claimed numbers under several tools' definitions, and what the claim left out.
///
/// @param definitions of each claimed figure, under our definition first
record ClaimEvidence(List<Row> definitions, List<Row> facts) {
    private static final List<String> TOOLS = List.of("aiperf-013", "vllm-py-033", "genai-perf", "llmperf-head");

    /// @param claimed what the claim says, or empty
    /// @param value in `unit`: tokens/s, requests/s, ms, share or requests; NaN where `refusal` says why
    ///     there is none
    record Row(String claimed, String what, String definition, double value, String unit, String refusal) {

        String shown() {
            if (!refusal.isEmpty()) {
                return Format.ABSENT;
            }
            return switch (unit) {
                case "ms" -> Format.time(value * 1e6);
                case "share" -> Format.percent(value);
                default -> Format.rate(value) + " " + unit;
            };
        }
    }

    static ClaimEvidence of(Claim claim, ReportInput input) {
        List<Row> definitions = claim.figures().stream()
                .flatMap(figure -> definitions(figure, input))
                .toList();
        return new ClaimEvidence(definitions, facts(input));
    }

    private static Stream<Row> definitions(ClaimFigure figure, ReportInput input) {
        Run run = input.run();
        List<Row> rows = new ArrayList<>();
        rows.add(row(
                figure,
                "this run",
                "goodput",
                answer(measure(figure), run, input.metrics().dialect())));
        for (String id : TOOLS) {
            Dialect tool = Dialects.byId(id).orElseThrow();
            rows.add(row(figure, "", tool.tool(), answer(measure(figure), run, tool)));
        }
        if (figure.kind() == Kind.TOKEN_RATE
                && figure.direction() == Direction.UNSAID
                && figure.scope() != Scope.PER_USER) {
            rows.add(row(
                    figure,
                    "with prompt tokens",
                    "goodput",
                    answer(
                            new Measure.OfRun(RunQuantity.TOTAL_TOKEN_RATE),
                            run,
                            input.metrics().dialect())));
        }
        return rows.stream();
    }

    private static Answer answer(Measure measure, Run run, Dialect dialect) {
        return measure.of(run, dialect);
    }

    private static Measure measure(ClaimFigure figure) {
        Statistic statistic = statistic(figure.statistic());
        return switch (figure.kind()) {
            case TOKEN_RATE ->
                figure.scope() == Scope.PER_USER
                        ? new Measure.OfRequests(Quantity.SPEED, Statistic.median())
                        : new Measure.OfRun(
                                figure.direction() == Direction.BOTH
                                        ? RunQuantity.TOTAL_TOKEN_RATE
                                        : RunQuantity.OUTPUT_TOKEN_RATE);
            case REQUEST_RATE -> new Measure.OfRun(RunQuantity.REQUEST_RATE);
            case TTFT -> new Measure.OfRequests(Quantity.TTFT, statistic);
            case TPOT -> new Measure.OfRequests(Quantity.TPOT, statistic);
            case ITL -> new Measure.OfRequests(Quantity.ITL, statistic);
            case E2E -> new Measure.OfRequests(Quantity.E2E, statistic);
        };
    }

    /// A claim without a statistic means the mean: that is what tools print first.
    private static Statistic statistic(String said) {
        return said.startsWith("p")
                ? Statistic.p(Double.parseDouble(said.substring(1)))
                : said.equals("max") ? Statistic.Simple.MAX : Statistic.mean();
    }

    private static Row row(ClaimFigure figure, String what, String definition, Answer answer) {
        String unit = switch (figure.kind()) {
            case TOKEN_RATE -> "tokens/s";
            case REQUEST_RATE -> "requests/s";
            case TTFT, TPOT, ITL, E2E -> "ms";
        };
        double scale = figure.kind().isTime() ? 1e-6 : 1;
        return switch (answer) {
            case Answer.Value(double value) -> new Row(figure.words(), what, definition, value * scale, unit, "");
            case Answer.Refused(String reason) -> new Row(figure.words(), what, definition, Double.NaN, unit, reason);
        };
    }

    private static List<Row> facts(ReportInput input) {
        RunMetrics metrics = input.metrics();
        List<Row> facts = new ArrayList<>();
        Optional<GateResult> result = input.decisive();
        result.ifPresent(judged -> {
            String slo = PlainText.clean(judged.slo().name());
            facts.add(fact(
                    "goodput",
                    "good requests of those scheduled, SLO " + slo,
                    judged.goodput().share(),
                    "share"));
            facts.add(fact("goodput, at least", "lower bound", judged.goodput().lower(), "share"));
            facts.add(fact("goodput rate", "good requests/s", judged.goodput().ratePerSecond(), "requests/s"));
        });
        Distribution tpot = metrics.tpot();
        facts.add(fact("a user's speed, P50", "1 / TPOT", 1e9 / tpot.quantile(500), "tokens/s"));
        facts.add(fact("slowest 1% of users", "1 / TPOT P99", 1e9 / tpot.quantile(990), "tokens/s"));
        Answer inFlight = new Measure.OfRun(RunQuantity.CONCURRENCY).of(input.run(), metrics.dialect());
        facts.add(fact("requests in flight", "Little's law: sum of E2E / window", inFlight.orNaN(), "requests"));
        latency(facts, "TTFT", metrics.ttft());
        latency(facts, "TPOT", tpot);
        latency(facts, "E2E", metrics.e2e());
        facts.add(fact(
                "failed",
                "of those scheduled",
                metrics.counts().scheduled() == 0
                        ? Double.NaN
                        : (double) metrics.counts().failed() / metrics.counts().scheduled(),
                "share"));
        return facts.stream().filter(fact -> Double.isFinite(fact.value())).toList();
    }

    private static void latency(List<Row> facts, String name, Distribution values) {
        facts.add(fact(name + " P50", "at this load", values.quantile(500) / 1e6, "ms"));
        facts.add(fact(name + " P99", "at this load", values.quantile(990) / 1e6, "ms"));
    }

    private static Row fact(String what, String definition, double value, String unit) {
        return new Row("", what, definition, value, unit, "");
    }
}
