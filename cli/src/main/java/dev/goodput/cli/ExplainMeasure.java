package dev.goodput.cli;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Measure;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.axis.GoodputBase;
import dev.goodput.core.slo.Condition;
import dev.goodput.core.slo.Constraint;
import dev.goodput.core.slo.DeadlineMetric;
import dev.goodput.core.slo.Metric;
import dev.goodput.core.slo.OutputSpeed;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.slo.TimeMetric;
import dev.goodput.core.slo.Underruns;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// From the names on a command line to the number that is meant.
final class ExplainMeasure {
    /// Bounds on every quantity that tools bound, for asking which axes they consult.
    static final Map<Quantity, Double> ANY_BOUNDS =
            Map.of(Quantity.TTFT, 1.0, Quantity.TPOT, 1.0, Quantity.ITL, 1.0, Quantity.E2E, 1.0);

    /// Tools bound the mean gap of a request, which our own SLO has no name for.
    private static final Pattern ITL_BOUND = Pattern.compile("itl(\\s*(?:<=|≤).*)");

    private ExplainMeasure() {}

    /// @param asShare whether goodput is told as a share; else as a count
    static Measure of(String metric, Statistic statistic, Map<Quantity, Double> boundsNs, boolean asShare) {
        if (metric.equals(Names.GOODPUT)) {
            return new Measure.Good(asShare ? Measure.Good.Form.SHARE : Measure.Good.Form.COUNT, boundsNs);
        }
        if (metric.equals(Names.GOODPUT_RATE)) {
            return new Measure.Good(Measure.Good.Form.RATE, boundsNs);
        }
        return Stream.<Measure>concat(
                        Stream.of(Quantity.values())
                                .filter(quantity -> quantity.id().equals(metric))
                                .map(quantity -> new Measure.OfRequests(quantity, statistic)),
                        Stream.of(RunQuantity.values())
                                .filter(quantity -> quantity.id().equals(metric))
                                .map(Measure.OfRun::new))
                .findFirst()
                .orElseThrow(() -> Names.unknownMetric(metric));
    }

    static boolean isGoodput(String metric) {
        return metric.equals(Names.GOODPUT) || metric.equals(Names.GOODPUT_RATE);
    }

    /// Whether both sides divide by something.
    static boolean haveShares(Dialect from, Dialect to) {
        return from.on(GoodputBase.class) != GoodputBase.NONE && to.on(GoodputBase.class) != GoodputBase.NONE;
    }

    /// Bounds as tools have them, from text like `ttft<=500ms, itl<=15ms`.
    static Map<Quantity, Double> bounds(String text) {
        Map<Quantity, Double> boundsNs = new EnumMap<>(Quantity.class);
        List<String> rest = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Matcher itl = ITL_BOUND.matcher(part.strip());
            if (itl.matches()) {
                add(
                        boundsNs,
                        Quantity.ITL,
                        SloParser.constraints("itl_max" + itl.group(1), "--slo").getFirst());
            } else {
                rest.add(part);
            }
        }
        if (!rest.isEmpty()) {
            boundsNs.putAll(bounds(SloParser.constraints(String.join(",", rest), "--slo")));
        }
        return boundsNs;
    }

    static Map<Quantity, Double> bounds(List<Constraint> constraints) {
        Map<Quantity, Double> boundsNs = new EnumMap<>(Quantity.class);
        for (Constraint constraint : constraints) {
            add(boundsNs, quantity(constraint.metric()), constraint);
        }
        return boundsNs;
    }

    private static Quantity quantity(Metric metric) {
        return switch (metric) {
            case TimeMetric time ->
                switch (time) {
                    case TTFT -> Quantity.TTFT;
                    case TTAT -> Quantity.TTAT;
                    case TPOT -> Quantity.TPOT;
                    case E2E -> Quantity.E2E;
                    case ITL_MAX, ITL_P99 ->
                        throw new CliException(
                                ExitCode.USAGE,
                                "no tool bounds " + time + "; bound itl, the mean gap of a request, with --slo");
                    case TIME_TO_FIRST_SENTENCE -> throw unbounded(time);
                };
            case OutputSpeed _, DeadlineMetric _, Underruns _ -> throw unbounded(metric);
        };
    }

    private static CliException unbounded(Metric metric) {
        return new CliException(ExitCode.USAGE, "no tool bounds " + metric + "; leave it out with --slo");
    }

    private static void add(Map<Quantity, Double> boundsNs, Quantity quantity, Constraint constraint) {
        if (!constraint.conditions().isEmpty()) {
            throw new CliException(
                    ExitCode.USAGE,
                    "no tool has conditions on its bounds: leave out '"
                            + Condition.text(constraint.conditions()).strip() + "' with --slo");
        }
        long limitNs = constraint
                .fixedNs()
                .orElseThrow(() -> new CliException(
                        ExitCode.USAGE, "no tool has limits that depend on the request: '" + constraint + "'"));
        boundsNs.merge(quantity, (double) limitNs, Math::min);
    }
}
