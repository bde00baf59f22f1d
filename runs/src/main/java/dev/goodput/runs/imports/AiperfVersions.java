package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;

/// Which of AIPerf's versions, and which of its options that change definitions, wrote a file.
final class AiperfVersions {
    private AiperfVersions() {}

    static Dialect dialect(AiperfSummary summary) {
        if (summary == AiperfSummary.NONE) {
            return AiperfRun.dialect("aiperf-new");
        }
        return AiperfRun.dialect(
                summary.version().startsWith("0.13.")
                        ? "aiperf-013"
                        : summary.version().isEmpty() ? "aiperf-old" : "aiperf-new");
    }

    /// A summary names the version; without one the records tell it by the fields that they have.
    static Dialect dialect(AiperfSummary summary, AiperfRecords records, AiperfTokens tokens) {
        Dialect dialect = summary != AiperfSummary.NONE
                ? dialect(summary)
                : AiperfRun.dialect(
                        records.saysPhaseIndex() ? "aiperf-013" : records.saysNoError() ? "aiperf-old" : "aiperf-new");
        boolean is013 = dialect.id().equals("aiperf-013");
        if (!is013 || !(tokens.fromServer() || tokens.perChunk())) {
            return dialect;
        }
        return AiperfRun.dialect(dialect.id()
                + (tokens.fromServer() ? "-server-tokens" : "")
                + (tokens.perChunk() ? "-chunk-usage" : ""));
    }
}
