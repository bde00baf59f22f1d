package dev.goodput.core.metric.axis;

/// Says an option as a whole sentence.
public final class Sentences {
    private Sentences() {}

    /// Such as `The first token is the first non-empty answer or reasoning text.`
    public static String of(Axis option) {
        return subject(option) + " " + option.words() + ".";
    }

    private static String subject(Axis option) {
        return switch (option) {
            case Clock _ -> "Stamps are taken with";
            case TimeZero _ -> "The watch";
            case CapWait _ -> "At the client's own limit on requests in flight,";
            case Connection _ -> "In the tool,";
            case StampPoint _ -> "What the stamp of a chunk denotes:";
            case FirstToken _ -> "The first token";
            case RequestEnd _ -> "A request";
            case TokenSources _ -> "Output tokens are counted by";
            case PromptTokens _ -> "Prompt tokens are";
            case Tpot _ -> "TPOT";
            case Itl _ -> "ITL";
            case OneToken _ -> "A one-token answer";
            case SingleChunk _ -> "The TPOT of an answer that came in one chunk";
            case Rounding _ -> "Rounding of TPOT:";
            case Zeros _ -> "A value of exactly 0";
            case InbandError _ -> "An error object inside a stream";
            case CutStream _ -> "A stream that ends in order, but without a finish reason,";
            case BrokenStream _ -> "A stream that breaks off";
            case EmptyAnswer _ -> "A 200 without any output";
            case FailuresInLatency _ -> "Failed requests";
            case Percentile _ -> "A percentile";
            case StdDev _ -> "The standard deviation is";
            case Window _ -> "Rates divide by the time:";
            case GoodputForm _ -> "Goodput";
            case GoodputTpot _ -> "A bound on TPOT";
            case Strictness _ -> "A value exactly on its bound";
            case MissingMetric _ -> "A request without a value that is bounded";
            case GoodputBase _ -> "Good requests are divided by";
        };
    }
}
