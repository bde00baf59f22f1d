package dev.goodput.report;

import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/// The parts of a report that only a modelled engine can fill.
final class EngineSections {
    /// Stands first, beside the charts.
    static final String ENGINE = "engine";

    /// Begins the names of the others.
    static final String PREFIX = "engine-";

    private static final String[] SPREAD = {"P50", "P90", "P99", "max", "(mean)"};

    private EngineSections() {}

    static List<Section> of(ReportInput input) {
        List<Section> sections = new ArrayList<>();
        Manifest.Engine engine = input.run().manifest().engine();
        if (engine != null) {
            sections.add(facts(engine));
        }
        input.engineRequests().map(EngineSections::requests).ifPresent(sections::add);
        EngineSteps steps = input.steps();
        if (steps != null) {
            sections.add(times(steps));
            sections.add(batch(steps, engine));
        }
        return sections;
    }

    /// TTFT as the engine saw it.
    static Section split(EngineRequests requests) {
        Table.Builder table = Table.builder().text("part").numbers(SPREAD).numbers("share");
        double ttftNs = requests.sum(EngineRequests.Parts::ttftNs);
        for (MetricSections.Part part : requests.ttftParts()) {
            Distribution values = part.values();
            table.row(
                    part.label(),
                    MetricSections.percentile(values, 500),
                    MetricSections.percentile(values, 900),
                    MetricSections.percentile(values, 990),
                    Format.ms(values.max()),
                    MetricSections.mean(values),
                    Format.percent(ttftNs > 0 ? values.mean() * values.count() / ttftNs : 0));
        }
        return new Section(
                "split",
                "TTFT in parts, ms",
                table.build(),
                "As the modelled engine saw it. The parts of one request add up to its TTFT; their percentiles do not."
                        + " Share: of all the time until first tokens.");
    }

    private static Section facts(Manifest.Engine engine) {
        Table.Builder table = Table.builder().text("setting").code("value");
        table.row("engine", PlainText.clean(engine.name()));
        engine.facts().forEach((name, value) -> table.row(PlainText.clean(name), PlainText.clean(value)));
        return new Section(ENGINE, "The engine", table.build());
    }

    private static Section requests(EngineRequests requests) {
        Table.Builder table = Table.builder().text("of a request").numbers(SPREAD);
        table.row(row("decode, ms", spread(requests.values(EngineRequests.Parts::decodeNs)), Format::ms));
        table.row(row(
                "queue, share of TTFT", spread(requests.values(EngineRequests.Parts::queueShare)), Format::percent));
        if (requests.preemptions() > 0) {
            table.row(row(
                    "preemptions", spread(requests.values(EngineRequests.Parts::preemptions)), EngineSections::number));
        }
        return new Section(
                "engine-requests",
                "The engine: requests",
                table.build(),
                "Queues took " + Format.percent(requests.queueShareOfTtft()) + " of all the time until first tokens. "
                        + preempted(requests)
                        + cached(requests.cachedShare()));
    }

    private static String preempted(EngineRequests requests) {
        long lost = requests.preemptedRequests();
        String times = ", " + Format.count(requests.preemptions()) + " times in all.";
        if (lost == 0) {
            return "No request lost its memory.";
        }
        return lost == 1
                ? "1 request lost its memory and was computed anew" + (requests.preemptions() == 1 ? "." : times)
                : Format.count(lost) + " requests lost their memory and were computed anew" + times;
    }

    private static String cached(double share) {
        return share > 0 ? " The prefix cache held " + Format.percent(share) + " of the prompt tokens." : "";
    }

    private static Section times(EngineSteps steps) {
        Table.Builder table = Table.builder().text("step").numbers(SPREAD).numbers("count", "of steps", "of time");
        double share = steps.shareWithPrefill();
        double time = steps.timeShareWithPrefill();
        table.row(timed("decode only", steps.decodeNs(), 1 - share, 1 - time));
        table.row(timed("with prefill", steps.mixedNs(), share, time));
        List<String> remarks = new ArrayList<>();
        remarks.add("Time: of what the engine was busy. A step with prefill holds whatever decodes run beside it: they"
                + " wait for it, and that is the gap their readers see.");
        thinned(steps).ifPresent(remarks::add);
        return new Section("engine-steps", "The engine: steps, ms", table.build(), remarks);
    }

    private static String[] timed(String label, Samples.Spread spread, double ofSteps, double ofTime) {
        List<String> cells = new ArrayList<>(List.of(row(label, spread, Format::ms)));
        cells.add(Format.count(spread.count()));
        cells.add(Format.percent(ofSteps));
        cells.add(Format.percent(ofTime));
        return cells.toArray(String[]::new);
    }

    private static Section batch(EngineSteps steps, Manifest.@Nullable Engine engine) {
        Table.Builder table = Table.builder().text("of a step").numbers(SPREAD).numbers("limit");
        table.row(limited(
                "decodes", steps.decodes(), EngineSections::number, engine == null ? 0 : engine.maxSequences()));
        table.row(limited("tokens", steps.tokens(), EngineSections::number, engine == null ? 0 : engine.tokenBudget()));
        table.row(limited("requests left waiting", steps.waiting(), EngineSections::number, 0));
        table.row(limited("KV cache in use", steps.kvShare(), Format::percent, 0));
        String replicas = steps.replicas() > 1
                ? " Each of the " + steps.replicas() + " replicas has its own batch, queue and cache."
                : "";
        return new Section(
                "engine-batch",
                "The engine: batch, queue and KV cache",
                table.build(),
                "Every step counts once. Tokens are those of prompts and one for each decode." + replicas);
    }

    private static String[] limited(String label, Samples.Spread spread, DoubleFunction<String> words, int limit) {
        List<String> cells = new ArrayList<>(List.of(row(label, spread, words)));
        cells.add(limit == 0 ? Format.ABSENT : Format.count(limit));
        return cells.toArray(String[]::new);
    }

    private static Optional<String> thinned(EngineSteps steps) {
        long stride = Math.max(steps.decodeNs().stride(), steps.mixedNs().stride());
        return stride == 1
                ? Optional.empty()
                : Optional.of("Percentiles are those of every " + stride + "th step; mean and max are of all.");
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Format.count(Math.round(value)) : Format.rate(value);
    }

    private static Samples.Spread spread(Distribution values) {
        return new Samples.Spread(
                values.count(), values.mean(), values.p50(), values.p90(), values.p99(), values.max(), 1);
    }

    private static String[] row(String label, Samples.Spread spread, DoubleFunction<String> words) {
        return new String[] {
            label,
            words.apply(spread.p50()),
            words.apply(spread.p90()),
            words.apply(spread.p99()),
            words.apply(spread.max()),
            spread.isEmpty() ? Format.ABSENT : "(" + words.apply(spread.mean()) + ")"
        };
    }
}
