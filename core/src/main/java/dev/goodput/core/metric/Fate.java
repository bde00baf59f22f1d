package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.BrokenStream;
import dev.goodput.core.metric.axis.CutStream;
import dev.goodput.core.metric.axis.EmptyAnswer;
import dev.goodput.core.metric.axis.InbandError;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;

/// What a dialect takes a request for.
public enum Fate {
    SUCCESS,
    FAILURE,
    /// Not in any count: the tool forgets it.
    LOST;

    /// The fate of a trace under a dialect, from what was observed and the dialect's rules of failure.
    public static Fate of(RequestTrace trace, Dialect dialect) {
        return switch (trace.outcome()) {
            case Outcome.Completed _ -> SUCCESS;
            case Outcome.Failed failed -> ofFailed(trace, failed.category(), dialect);
        };
    }

    private static Fate ofFailed(RequestTrace trace, FailureCategory category, Dialect dialect) {
        return switch (category) {
            case ERROR_IN_STREAM -> inband(trace, dialect.on(InbandError.class));
            case CUT ->
                switch (dialect.on(CutStream.class)) {
                    case OK -> SUCCESS;
                    case FAILS -> FAILURE;
                };
            case BROKEN ->
                switch (dialect.on(BrokenStream.class)) {
                    case OK -> SUCCESS;
                    case FAILS -> FAILURE;
                };
            case EMPTY ->
                switch (dialect.on(EmptyAnswer.class)) {
                    case OK, OK_AS_ZERO -> SUCCESS;
                    case FAILS, UNKNOWN -> FAILURE;
                    case LOST -> LOST;
                };
            case NAME_RESOLUTION,
                    CONNECT_REFUSED,
                    CONNECT_TIMEOUT,
                    CONNECT_FAILED,
                    TLS,
                    PROXY,
                    WRITE_FAILED,
                    STALE_CONNECTION,
                    RESET,
                    HTTP_STATUS,
                    NOT_A_STREAM,
                    FIRST_BYTE_TIMEOUT,
                    STALL_TIMEOUT,
                    TOTAL_TIMEOUT,
                    MALFORMED,
                    CLIENT_RESOURCES,
                    CLIENT_ERROR,
                    CANCELLED,
                    NOT_SENT,
                    UNSTATED -> FAILURE;
        };
    }

    private static Fate inband(RequestTrace trace, InbandError rule) {
        return switch (rule) {
            case FAILS, UNKNOWN -> FAILURE;
            case OK -> SUCCESS;
            case OK_AFTER_OUTPUT -> hasOutput(trace) ? SUCCESS : FAILURE;
            case LOST -> LOST;
        };
    }

    private static boolean hasOutput(RequestTrace trace) {
        for (int i = 0; i < trace.chunks().size(); i++) {
            if (trace.chunks().isOutput(i)) {
                return true;
            }
        }
        return false;
    }
}
