package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.Axis;
import dev.goodput.core.metric.axis.BrokenStream;
import dev.goodput.core.metric.axis.CapWait;
import dev.goodput.core.metric.axis.Clock;
import dev.goodput.core.metric.axis.Connection;
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
import dev.goodput.core.metric.axis.StampPoint;
import dev.goodput.core.metric.axis.StdDev;
import dev.goodput.core.metric.axis.Strictness;
import dev.goodput.core.metric.axis.TimeZero;
import dev.goodput.core.metric.axis.TokenSources;
import dev.goodput.core.metric.axis.TokenSources.Source;
import dev.goodput.core.metric.axis.Tpot;
import dev.goodput.core.metric.axis.Window;
import dev.goodput.core.metric.axis.Zeros;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A point in the space of all axes: the choices that one tool, in one version, makes. Nothing else in the product
/// knows
/// which tool a number imitates.
///
/// @param id stable identifier, as used in output
/// @param tool the tool and version whose choices these are
/// @param provenance how the choices were established
/// @param choices exactly one option on every axis
/// @param defects what the tool gets wrong, in sentences; shown wherever its numbers are
public record Dialect(
        String id, String tool, Provenance provenance, Map<Class<? extends Axis>, Axis> choices, List<String> defects) {

    /// How the choices of a dialect were established.
    public enum Provenance {
        OURS("defined by this product"),
        RUN("seen by running the tool against a server with a known schedule"),
        SOURCE("read in the tool's source"),
        DOCUMENTED("stated in a document; no tool behind it");

        private final String words;

        Provenance(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /// Every axis, in the order in which a request meets them.
    public static final List<Class<? extends Axis>> AXES = List.of(
            Clock.class,
            TimeZero.class,
            CapWait.class,
            Connection.class,
            StampPoint.class,
            FirstToken.class,
            RequestEnd.class,
            TokenSources.class,
            PromptTokens.class,
            Tpot.class,
            Itl.class,
            OneToken.class,
            SingleChunk.class,
            Rounding.class,
            Zeros.class,
            InbandError.class,
            CutStream.class,
            BrokenStream.class,
            EmptyAnswer.class,
            FailuresInLatency.class,
            Percentile.class,
            StdDev.class,
            Window.class,
            GoodputForm.class,
            GoodputTpot.class,
            Strictness.class,
            MissingMetric.class,
            GoodputBase.class);

    /// Ours: from the intended start to the first and last generated output of any channel.
    public static final Dialect GOODPUT = new Dialect(
            "goodput",
            "goodput",
            Provenance.OURS,
            complete(
                    Clock.MONOTONIC,
                    TimeZero.SCHEDULE,
                    CapWait.INCLUDED,
                    Connection.POOLED,
                    StampPoint.READ,
                    FirstToken.ANY_TEXT_OR_TOOL,
                    RequestEnd.LAST_TEXT,
                    TokenSources.of(Source.USAGE_ANY, Source.CHUNK_COUNTS, Source.CHUNKS),
                    PromptTokens.SERVER_ELSE_CLIENT,
                    Tpot.DECODE_AFTER_FIRST,
                    Itl.POOLED_CHUNK,
                    OneToken.ABSENT,
                    SingleChunk.ABSENT,
                    Rounding.NONE,
                    Zeros.VALUE,
                    InbandError.FAILS,
                    CutStream.FAILS,
                    BrokenStream.FAILS,
                    EmptyAnswer.FAILS,
                    FailuresInLatency.EXCLUDED,
                    Percentile.LINEAR,
                    StdDev.SAMPLE,
                    Window.RUN,
                    GoodputForm.RATE_AND_FRACTION,
                    GoodputTpot.TPOT,
                    Strictness.INCLUSIVE,
                    MissingMetric.NOT_APPLICABLE,
                    GoodputBase.OFFERED),
            List.of());

    /// Ours from the actual start: what the endpoint did, without what the client waited for.
    public static final Dialect GOODPUT_FROM_SEND = GOODPUT.named("goodput-from-send", "goodput")
            .with(TimeZero.PRE_REQUEST)
            .with(CapWait.EXCLUDED);

    public Dialect {
        choices = Map.copyOf(choices);
        defects = List.copyOf(defects);
        for (Class<? extends Axis> axis : AXES) {
            if (!axis.isInstance(choices.get(axis))) {
                throw new IllegalArgumentException("dialect " + id + " makes no choice of " + axis.getSimpleName());
            }
        }
        if (choices.size() != AXES.size()) {
            throw new IllegalArgumentException("dialect " + id + " chooses on an unknown axis");
        }
    }

    private static Map<Class<? extends Axis>, Axis> complete(Axis... options) {
        Map<Class<? extends Axis>, Axis> choices = new LinkedHashMap<>();
        for (Axis option : options) {
            choices.put(option.getClass(), option);
        }
        return choices;
    }

    /// The option this dialect takes on an axis.
    public <A extends Axis> A on(Class<A> axis) {
        return axis.cast(Objects.requireNonNull(choices.get(axis)));
    }

    /// This dialect with one other choice.
    public Dialect with(Axis option) {
        return with(List.of(option));
    }

    /// This dialect with several other choices.
    public Dialect with(Axis first, Axis... more) {
        List<Axis> options = new ArrayList<>(List.of(more));
        options.addFirst(first);
        return with(options);
    }

    /// This dialect with these choices instead of its own on their axes.
    public Dialect with(Collection<? extends Axis> options) {
        Map<Class<? extends Axis>, Axis> changed = new HashMap<>(choices);
        options.forEach(option -> changed.put(option.getClass(), option));
        return new Dialect(id, tool, provenance, changed, defects);
    }

    /// The same choices under another name.
    public Dialect named(String newId, String newTool) {
        return new Dialect(newId, newTool, provenance, choices, defects);
    }

    public Dialect established(Provenance how) {
        return new Dialect(id, tool, how, choices, defects);
    }

    public Dialect withDefects(String... sentences) {
        return new Dialect(id, tool, provenance, choices, List.of(sentences));
    }

    /// The axes on which two dialects differ, in the order of [#AXES].
    public List<Class<? extends Axis>> differencesFrom(Dialect other) {
        List<Class<? extends Axis>> differing = new ArrayList<>();
        for (Class<? extends Axis> axis : AXES) {
            if (!on(axis).equals(other.on(axis))) {
                differing.add(axis);
            }
        }
        return differing;
    }
}
