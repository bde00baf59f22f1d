package dev.goodput.core.metric.printout;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectGoodput;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Fate;
import dev.goodput.core.metric.LoadCurves.Curve;
import dev.goodput.core.metric.OutputStamps;
import dev.goodput.core.metric.Peaks;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.SteadyState;
import dev.goodput.core.metric.axis.Axis;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Usage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/// Computes the figures of a printout for a run under a dialect.
///
/// @param boundsNs what goodput is judged by: upper bounds in nanoseconds; empty where there are none
/// @param whyNoBounds why there are none, in a sentence
public record Figures(DialectRun seen, Map<Quantity, Double> boundsNs, String whyNoBounds) {
    private static final double NS_PER_S = 1e9;

    /// In nanoseconds for times, in its own unit otherwise.
    public Answer answer(Figure figure) {
        return seen.run().traces().isEmpty()
                ? new Answer.Refused("the run holds no records of requests")
                : recorded(figure);
    }

    private Answer recorded(Figure figure) {
        return switch (figure) {
            case Figure.Of(Quantity quantity, Statistic statistic) -> seen.answer(quantity, statistic);
            case Figure.OfAny(Quantity quantity, Statistic statistic) ->
                seen.sample(quantity, statistic).isEmpty()
                        ? new Answer.Value(Double.NaN)
                        : seen.answer(quantity, statistic);
            case Figure.With(Axis choice, Figure other) ->
                new Figures(DialectRun.of(seen.run(), seen.dialect().with(choice)), boundsNs, whyNoBounds)
                        .answer(other);
            case Figure.Whole(RunQuantity quantity) -> seen.answer(quantity);
            case Figure.Each each -> each(each);
            case Figure.PerSecond(Figure amount) ->
                both(
                        answer(amount),
                        seen.answer(RunQuantity.DURATION),
                        (count, windowNs) -> count * NS_PER_S / windowNs);
            case Figure.Sum(List<Figure> parts) ->
                parts.stream()
                        .map(this::answer)
                        .reduce((left, right) -> both(left, right, Double::sum))
                        .orElse(new Answer.Value(0));
            case Figure.Ratio(Figure part, Figure whole) ->
                both(answer(part), answer(whole), (some, all) -> all == 0 ? 0 : some / all);
            case Figure.Constant(double value) -> new Answer.Value(value);
            case Figure.OverTime(Curve curve, boolean onlyActive, Statistic statistic) ->
                seen.answer(curve, onlyActive, statistic);
            case Figure.FromIntended(Statistic statistic) -> fromIntended(statistic);
            case Figure.Steady steady -> inSteadyState(state -> new Answer.Value(steady(state, steady)));
            case Figure.StartedInSteadyState(Figure other) ->
                inSteadyState(state -> new Figures(state.started(), boundsNs, whyNoBounds).answer(other));
            case Figure.NotKept(String reason) -> new Answer.Refused(reason);
            case Figure.Goodput goodput -> goodput(goodput);
            case Figure.Attainment(Quantity quantity) -> attainment(quantity);
            case Figure.Setting setting -> setting(setting);
            case Figure.Peak peak ->
                switch (peak) {
                    case CHUNKS_PER_SECOND -> Peaks.chunksPerSecond(seen);
                    case REQUESTS_PER_SECOND -> Peaks.requestsPerSecond(seen);
                    case REQUESTS_IN_FLIGHT -> Peaks.requestsInFlight(seen);
                };
        };
    }

    private Answer fromIntended(Statistic statistic) {
        return seen.answer(Quantity.E2E_FROM_SCHEDULE, Statistic.Simple.COUNT) instanceof Answer.Refused refused
                ? refused
                : seen.answer(seen.sinceIntendedNs(), statistic, "time since the intended start");
    }

    private Answer inSteadyState(Function<SteadyState, Answer> number) {
        return switch (seen.steadyState()) {
            case SteadyState.Found.In(SteadyState state) -> number.apply(state);
            case SteadyState.Found.Not(String reason) -> new Answer.Refused(reason);
        };
    }

    private static double steady(SteadyState state, Figure.Steady figure) {
        return switch (figure) {
            case THRESHOLD -> state.threshold();
            case FROM -> state.fromNs() - state.originNs();
            case TO -> state.toNs() - state.originNs();
            case DURATION -> state.toNs() - state.fromNs();
            case PEAK -> state.peak();
            case REQUESTS -> state.requests();
            case STARTED -> state.started().count(Fate.SUCCESS);
            case COMPLETED -> state.completed();
            case REQUEST_RATE -> state.perSecond(state.completed());
            case OUTPUT_RATE -> state.perSecond(state.chunks());
            case INPUT_RATE -> state.perSecond(inputs(state));
            case TOTAL_RATE -> state.perSecond(inputs(state) + state.chunks());
        };
    }

    private static double inputs(SteadyState state) {
        return state.started().answer(RunQuantity.INPUT_TOKENS_TOTAL).orNaN();
    }

    private static Answer both(Answer left, Answer right, DoubleBinaryOperator operator) {
        if (left instanceof Answer.Refused) {
            return left;
        }
        return right instanceof Answer.Refused
                ? right
                : new Answer.Value(operator.applyAsDouble(left.orNaN(), right.orNaN()));
    }

    private Answer goodput(Figure.Goodput goodput) {
        return judged(boundsNs, judged -> switch (goodput) {
            case RATE -> judged.rate();
            case SHARE -> judged.share();
        });
    }

    private Answer attainment(Quantity quantity) {
        Double boundNs = boundsNs.get(quantity);
        return boundNs == null
                ? new Answer.Refused("the objective does not bound " + quantity.id())
                : judged(Map.of(quantity, boundNs), DialectGoodput::share);
    }

    private Answer judged(Map<Quantity, Double> bounds, Function<DialectGoodput, Answer> number) {
        if (bounds.isEmpty()) {
            return new Answer.Refused(whyNoBounds);
        }
        for (Quantity quantity : bounds.keySet()) {
            if (seen.answer(quantity, Statistic.Simple.COUNT) instanceof Answer.Refused refused) {
                return refused;
            }
        }
        return number.apply(DialectGoodput.of(seen, bounds));
    }

    private Answer setting(Figure.Setting setting) {
        Manifest.Schedule schedule = seen.run().manifest().schedule();
        return switch (setting) {
            case CONCURRENCY ->
                schedule.concurrency() > 0
                        ? new Answer.Value(schedule.concurrency())
                        : new Answer.Refused("the run had no cap, or does not say which");
            case REQUEST_RATE -> requestRate(schedule, Double.POSITIVE_INFINITY);
            case REQUEST_RATE_OR_MINUS_ONE -> requestRate(schedule, -1);
            case OFFERED_RATE ->
                schedule.ratePerSecond() > 0
                        ? new Answer.Value(schedule.ratePerSecond())
                        : new Answer.Refused("the run does not say at which rate requests were meant to come");
            case SCHEDULED_RATE -> scheduledRate();
            case SCHEDULED_REQUESTS -> new Answer.Value(seen.run().scheduledRequests());
        };
    }

    private Answer scheduledRate() {
        DoubleSummaryStatistics startsNs = seen.run().traces().stream()
                .mapToDouble(trace -> trace.timeline().intendedStartNs())
                .filter(Stamp::isKnown)
                .summaryStatistics();
        double spanNs = startsNs.getMax() - startsNs.getMin();
        return spanNs > 0
                ? new Answer.Value((startsNs.getCount() - 1) * NS_PER_S / spanNs)
                : new Answer.Refused("the run has no schedule");
    }

    private static Answer requestRate(Manifest.Schedule schedule, double unlimited) {
        if (schedule.ratePerSecond() > 0) {
            return new Answer.Value(schedule.ratePerSecond());
        }
        return schedule.isClosedLoop()
                ? new Answer.Value(unlimited)
                : new Answer.Refused("the run does not say at which rate requests came");
    }

    private Answer each(Figure.Each each) {
        for (Quantity quantity : quantities(each.value())) {
            if (seen.answer(quantity, Statistic.Simple.COUNT) instanceof Answer.Refused refused) {
                return refused;
            }
        }
        double[] values = values(each.value());
        boolean uncounted = values.length > 0 && Arrays.stream(values).allMatch(Double::isNaN);
        return uncounted
                ? new Answer.Refused("the run holds no " + each.words() + " of any request")
                : seen.answer(values, each.statistic(), each.words());
    }

    private static List<Quantity> quantities(PerRequest value) {
        return switch (value) {
            case PerRequest.Is(Quantity quantity) -> List.of(quantity);
            case PerRequest.Plus(PerRequest left, PerRequest right) -> quantities(left, right);
            case PerRequest.Minus(PerRequest left, PerRequest right) -> quantities(left, right);
            case PerRequest.PerSecondOf(PerRequest amount, PerRequest time) -> quantities(amount, time);
            case PerRequest.Tokens _ -> List.of();
            case PerRequest.TokensPerGap _ -> List.of(Quantity.CHUNK_GAP, Quantity.OUTPUT_TOKENS);
        };
    }

    private static List<Quantity> quantities(PerRequest left, PerRequest right) {
        List<Quantity> all = new ArrayList<>(quantities(left));
        all.addAll(quantities(right));
        return all;
    }

    private double[] values(PerRequest value) {
        return switch (value) {
            case PerRequest.Is(Quantity quantity) -> seen.values(quantity);
            case PerRequest.Plus(PerRequest left, PerRequest right) -> zip(left, right, Double::sum);
            case PerRequest.Minus(PerRequest left, PerRequest right) -> zip(left, right, (a, b) -> a - b);
            case PerRequest.PerSecondOf(PerRequest amount, PerRequest time) ->
                zip(amount, time, (count, ns) -> ns > 0 ? count * NS_PER_S / ns : Double.NaN);
            case PerRequest.TokensPerGap _ -> tokensPerGap();
            case PerRequest.Tokens tokens ->
                seen.counted().stream()
                        .mapToDouble(trace -> tokens(trace, tokens))
                        .toArray();
        };
    }

    private double[] tokensPerGap() {
        double[] tokens = seen.values(Quantity.OUTPUT_TOKENS);
        List<RequestTrace> counted = seen.counted();
        double[] perGap = new double[tokens.length];
        Arrays.setAll(perGap, i -> {
            int gaps = OutputStamps.of(counted.get(i), seen.dialect()).length - 1;
            double several = gaps > 0 ? (tokens[i] - 1) / gaps : Double.NaN;
            return several > 1 ? several : Double.NaN;
        });
        return perGap;
    }

    private double[] zip(PerRequest left, PerRequest right, DoubleBinaryOperator operator) {
        double[] first = values(left);
        double[] second = values(right);
        double[] results = new double[first.length];
        Arrays.setAll(results, i -> operator.applyAsDouble(first[i], second[i]));
        return results;
    }

    private static double tokens(RequestTrace trace, PerRequest.Tokens tokens) {
        return switch (tokens) {
            case SERVER_PROMPT -> server(trace, Usage::promptTokens);
            case SERVER_OUTPUT -> server(trace, Usage::completionTokens);
            case SERVER_TOTAL -> server(trace, Usage::promptTokens) + server(trace, Usage::completionTokens);
        };
    }

    private static double server(RequestTrace trace, ToIntFunction<Usage> count) {
        Usage usage = trace.usage();
        return usage == null ? Double.NaN : known(count.applyAsInt(usage));
    }

    private static double known(int count) {
        return count < 0 ? Double.NaN : count;
    }
}
