package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.Axis;
import dev.goodput.core.metric.axis.BrokenStream;
import dev.goodput.core.metric.axis.CutStream;
import dev.goodput.core.metric.axis.EmptyAnswer;
import dev.goodput.core.metric.axis.FailuresInLatency;
import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.metric.axis.GoodputBase;
import dev.goodput.core.metric.axis.GoodputForm;
import dev.goodput.core.metric.axis.GoodputTpot;
import dev.goodput.core.metric.axis.InbandError;
import dev.goodput.core.metric.axis.Itl;
import dev.goodput.core.metric.axis.MissingMetric;
import dev.goodput.core.metric.axis.OneToken;
import dev.goodput.core.metric.axis.Percentile;
import dev.goodput.core.metric.axis.PromptTokens;
import dev.goodput.core.metric.axis.RequestEnd;
import dev.goodput.core.metric.axis.Rounding;
import dev.goodput.core.metric.axis.SingleChunk;
import dev.goodput.core.metric.axis.StdDev;
import dev.goodput.core.metric.axis.Strictness;
import dev.goodput.core.metric.axis.TimeZero;
import dev.goodput.core.metric.axis.TokenSources;
import dev.goodput.core.metric.axis.Tpot;
import dev.goodput.core.metric.axis.Window;
import dev.goodput.core.metric.axis.Zeros;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Which axes a number consults under a dialect. A choice on any other axis can be exchanged without moving the number
/// on
/// any run; which axes those are depends on the choices on the axes that are consulted (a TPOT that divides the span
/// of the output does not ask what ends a request).
final class Consulted {
    private final Dialect dialect;
    private final Set<Class<? extends Axis>> axes = new HashSet<>();

    private Consulted(Dialect dialect) {
        this.dialect = dialect;
    }

    static List<Class<? extends Axis>> by(Dialect dialect, Quantity quantity, Statistic statistic) {
        Consulted consulted = new Consulted(dialect);
        consulted.sample();
        consulted.statistic(statistic);
        consulted.quantity(quantity);
        if (quantity == Quantity.TPOT && statistic instanceof Statistic.Percentile) {
            consulted.add(Zeros.class);
        }
        if (isWeighted(quantity, statistic, dialect)) {
            consulted.add(Itl.class);
            if (dialect.on(Itl.class) == Itl.REQUEST_MEAN_WEIGHTED) {
                consulted.tokens();
            }
        }
        return consulted.inOrder();
    }

    static List<Class<? extends Axis>> by(Dialect dialect, RunQuantity quantity) {
        Consulted consulted = new Consulted(dialect);
        switch (quantity) {
            case DURATION -> consulted.window();
            case COMPLETED -> consulted.completed();
            case FAILED -> consulted.fates();
            case REQUEST_RATE -> {
                consulted.completed();
                consulted.window();
            }
            case OUTPUT_TOKENS_TOTAL -> {
                consulted.fates();
                consulted.tokens();
            }
            case INPUT_TOKENS_TOTAL -> {
                consulted.fates();
                consulted.add(PromptTokens.class);
            }
            case OUTPUT_TOKEN_RATE -> {
                consulted.fates();
                consulted.tokens();
                consulted.window();
            }
            case TOTAL_TOKEN_RATE -> {
                consulted.fates();
                consulted.tokens();
                consulted.add(PromptTokens.class);
                consulted.window();
            }
            case CONCURRENCY -> {
                consulted.sample();
                consulted.quantity(Quantity.E2E);
                consulted.window();
            }
        }
        return consulted.inOrder();
    }

    static List<Class<? extends Axis>> by(Dialect dialect, Measure.Good good) {
        Consulted consulted = new Consulted(dialect);
        consulted.fates();
        consulted.add(GoodputForm.class, MissingMetric.class, Strictness.class);
        for (Quantity bounded : good.boundsNs().keySet()) {
            consulted.bounded(bounded);
        }
        switch (good.form()) {
            case COUNT -> {}
            case SHARE -> consulted.add(GoodputBase.class);
            case RATE -> consulted.window();
        }
        return consulted.inOrder();
    }

    private List<Class<? extends Axis>> inOrder() {
        return Dialect.AXES.stream().filter(axes::contains).toList();
    }

    @SafeVarargs
    private void add(Class<? extends Axis>... more) {
        for (Class<? extends Axis> axis : more) {
            axes.add(axis);
        }
    }

    /// Failures that are counted twice are among the completed.
    private void completed() {
        fates();
        add(FailuresInLatency.class);
    }

    private void sample() {
        fates();
        add(FailuresInLatency.class);
    }

    /// What becomes of a request. One of at most one token may be dropped, and then its tokens must be counted.
    private void fates() {
        add(InbandError.class, CutStream.class, BrokenStream.class, EmptyAnswer.class, OneToken.class);
        if (dialect.on(OneToken.class) == OneToken.DROPPED) {
            tokens();
        }
    }

    private void statistic(Statistic statistic) {
        switch (statistic) {
            case Statistic.Percentile _ -> add(Percentile.class);
            case Statistic.Simple simple -> {
                switch (simple) {
                    case STD -> add(StdDev.class);
                    case MEAN, MIN, MAX, SUM, COUNT -> {}
                }
            }
        }
    }

    /// Whether the weights that come with some rules of ITL enter the statistic of TPOT.
    private static boolean isWeighted(Quantity quantity, Statistic statistic, Dialect dialect) {
        return quantity == Quantity.TPOT
                && switch (statistic) {
                    case Statistic.Percentile _ -> dialect.on(Percentile.class) == Percentile.CDF_LOWER;
                    case Statistic.Simple simple ->
                        switch (simple) {
                            case MEAN, STD, COUNT -> true;
                            case MIN, MAX, SUM -> false;
                        };
                };
    }

    private void quantity(Quantity quantity) {
        switch (quantity) {
            case TTFT -> ttft();
            case TTAT -> add(TimeZero.class, FirstToken.class);
            case TTST -> add(FirstToken.class);
            case CHUNK_GAP -> add(FirstToken.class, Zeros.class);
            case TPOT, SPEED -> tpot();
            case ITL -> itl();
            case E2E, E2E_FROM_SCHEDULE -> e2e();
            case NTPOT, SPEED_WITH_TTFT -> {
                e2e();
                tokens();
            }
            case OUTPUT_TOKENS -> tokens();
            case INPUT_TOKENS -> add(PromptTokens.class);
            case PREFILL_SPEED -> {
                ttft();
                add(PromptTokens.class);
            }
        }
    }

    private void ttft() {
        add(TimeZero.class, FirstToken.class, OneToken.class);
        if (dialect.on(OneToken.class) == OneToken.NO_TTFT) {
            tokens();
        }
    }

    private void tokens() {
        add(TokenSources.class, FirstToken.class);
    }

    private void e2e() {
        add(TimeZero.class);
        end();
    }

    private void end() {
        add(RequestEnd.class);
        if (dialect.on(RequestEnd.class) == RequestEnd.LAST_TEXT) {
            add(FirstToken.class);
        }
    }

    private void tpot() {
        add(Tpot.class);
        Tpot rule = dialect.on(Tpot.class);
        if (rule != Tpot.NONE) {
            add(FirstToken.class, Rounding.class);
        }
        switch (rule) {
            case DECODE_N_MINUS_1, DECODE_AFTER_FIRST -> {
                tokens();
                end();
                add(OneToken.class, SingleChunk.class);
            }
            case SPAN_N_MINUS_1 -> {
                tokens();
                add(OneToken.class, SingleChunk.class);
            }
            case DECODE_N -> {
                tokens();
                end();
            }
            case TOTAL_N -> {
                tokens();
                add(TimeZero.class);
            }
            case SUM_CHUNKS -> add(TimeZero.class);
            case INFERENCE_N -> {
                tokens();
                e2e();
            }
            case NONE -> {}
        }
    }

    private void itl() {
        add(Itl.class);
        switch (dialect.on(Itl.class)) {
            case POOLED_CHUNK, ITERATION -> add(FirstToken.class, Zeros.class);
            case TAIL10_MEAN -> add(FirstToken.class);
            case POOLED_TOKEN_SPLIT, POOLED_TOKEN_ZERO, REQUEST_MEAN_WEIGHTED, SUM_OVER_TOKENS -> tokens();
            case REQUEST_MEAN -> {
                tpot();
                if (dialect.on(Tpot.class) == Tpot.NONE) {
                    tokens();
                }
            }
            case NONE -> {}
        }
    }

    /// Spans end where requests end under the dialect.
    private void window() {
        add(Window.class);
        switch (dialect.on(Window.class)) {
            case VALID_SPAN -> {
                fates();
                e2e();
            }
            case ALL_SPAN, FROM_FIRST_END, RECORDED_ORDER, LAST_ISSUED -> e2e();
            case RUN,
                    PHASE,
                    SEND_SPAN,
                    DISPATCH_TO_GATHER,
                    SETUP_TO_JOIN,
                    MEASURED,
                    START_TO_STOP,
                    INPROC_SPAN,
                    NONE -> {}
        }
    }

    private void bounded(Quantity quantity) {
        if (quantity == Quantity.TPOT) {
            add(GoodputTpot.class);
            if (dialect.on(GoodputTpot.class) == GoodputTpot.REQUEST_ITL) {
                tokens();
                return;
            }
        }
        if (quantity == Quantity.ITL) {
            add(Itl.class);
            if (dialect.on(Itl.class) == Itl.REQUEST_MEAN_WEIGHTED) {
                tokens();
            } else {
                tpot();
            }
            return;
        }
        quantity(quantity);
    }
}
