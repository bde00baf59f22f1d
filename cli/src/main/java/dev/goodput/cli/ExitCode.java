package dev.goodput.cli;

import dev.goodput.core.gate.Verdict;
import java.util.Comparator;
import java.util.List;

/// What the command tells the shell. People script against these numbers.
public enum ExitCode {
    /// The verdict is PASS, or the command did what it was asked.
    OK(0),
    FAIL(1),
    /// Wrong usage or configuration; also a file that cannot be read or written.
    USAGE(2),
    INCONCLUSIVE(3),
    INVALID(4),
    /// The endpoint could not be reached, or every request failed.
    UNREACHABLE(5),
    /// Stopped by Ctrl-C; what was measured is kept and reported.
    INTERRUPTED(130);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /// From good to bad: what is known to be bad is worse than what could not be told.
    private static final List<ExitCode> SEVERITY =
            List.of(OK, INCONCLUSIVE, INVALID, UNREACHABLE, FAIL, USAGE, INTERRUPTED);

    /// The worst of several.
    ///
    /// @param codes at least one
    public static ExitCode worst(List<ExitCode> codes) {
        return codes.stream().max(Comparator.comparingInt(SEVERITY::indexOf)).orElseThrow();
    }

    public static ExitCode of(Verdict verdict) {
        return switch (verdict) {
            case PASS -> OK;
            case FAIL -> FAIL;
            case INCONCLUSIVE -> INCONCLUSIVE;
            case INVALID -> INVALID;
        };
    }
}
