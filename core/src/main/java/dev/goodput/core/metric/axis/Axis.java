package dev.goodput.core.metric.axis;

/// One option on one axis: a choice that a definition of a metric makes. A dialect is one option on every axis.
///
/// Axes are enums (or, for the two that take parameters, records), so every place that interprets one is an exhaustive
/// switch: a new option is a compile error wherever it is not handled.
public sealed interface Axis
        permits BrokenStream,
                CapWait,
                Clock,
                Connection,
                CutStream,
                EmptyAnswer,
                FailuresInLatency,
                FirstToken,
                GoodputBase,
                GoodputForm,
                GoodputTpot,
                InbandError,
                Itl,
                MissingMetric,
                OneToken,
                Percentile,
                PromptTokens,
                RequestEnd,
                Rounding,
                SingleChunk,
                StampPoint,
                StdDev,
                Strictness,
                TimeZero,
                TokenSources,
                Tpot,
                Window,
                Zeros {

    /// The option in identifiers and words.
    Choice choice();

    /// The axis, by its stable identifier.
    default String axis() {
        return choice().axis();
    }

    /// The option, by its stable identifier.
    default String id() {
        return choice().id();
    }

    /// The option in words.
    default String words() {
        return choice().words();
    }

    /// What names an option.
    ///
    /// @param axis the axis' stable identifier
    /// @param id the option's stable identifier
    /// @param words the option in words, completing a sentence about the axis
    record Choice(String axis, String id, String words) {}
}
