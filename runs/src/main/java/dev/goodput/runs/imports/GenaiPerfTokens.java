package dev.goodput.runs.imports;

import dev.goodput.core.metric.Sample;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.axis.Percentile;
import dev.goodput.core.metric.axis.StdDev;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Usage;
import java.util.List;
import java.util.OptionalDouble;

/// How many tokens each answer had by GenAI-Perf's tokenizer.
///
/// Its files keep texts and no counts. The counts are known all the same where its own statistics of them leave one
/// possibility: the smallest equals the largest, or every statistic is that of the number of chunks.
///
/// @param source where the counts are from
/// @param constant the count of every answer, where that is the source
record GenaiPerfTokens(Source source, int constant) {
    private static final double TOLERANCE = 1e-9;
    private static final String LENGTH = "output_sequence_length";

    /// Where counts are from.
    enum Source {
        /// The file lists the engine's token ids.
        IDS,
        /// The summary says that all answers had the same length.
        ONE_LENGTH,
        /// The summary's statistics are those of one token a chunk.
        CHUNKS,
        UNKNOWN
    }

    static GenaiPerfTokens of(List<GenaiPerfRequest> requests, GenaiPerfSummary summary) {
        if (!requests.isEmpty() && requests.stream().allMatch(GenaiPerfTokens::hasIds)) {
            return new GenaiPerfTokens(Source.IDS, 0);
        }
        double min = summary.number(LENGTH, "min");
        if (min >= 1 && min <= Integer.MAX_VALUE && min == Math.rint(min) && min == summary.number(LENGTH, "max")) {
            return new GenaiPerfTokens(Source.ONE_LENGTH, (int) min);
        }
        boolean chunks =
                min >= 1 && summary.statistics(LENGTH).stream().allMatch(name -> agrees(requests, summary, name));
        return new GenaiPerfTokens(chunks ? Source.CHUNKS : Source.UNKNOWN, 0);
    }

    private static boolean agrees(List<GenaiPerfRequest> requests, GenaiPerfSummary summary, String name) {
        Sample sample = Sample.of(
                requests.stream()
                        .mapToDouble(GenaiPerfRequest::contentChunks)
                        .filter(count -> count > 0)
                        .toArray(),
                0);
        OptionalDouble ours = sample.isEmpty() ? OptionalDouble.empty() : value(sample, name);
        double told = summary.number(LENGTH, name);
        return ours.isEmpty() || Math.abs(ours.getAsDouble() - told) <= TOLERANCE * Math.max(1, Math.abs(told));
    }

    private static OptionalDouble value(Sample sample, String name) {
        return StatisticNames.of(name)
                .map(statistic -> switch (statistic) {
                    case Statistic.Simple.MEAN -> OptionalDouble.of(sample.mean());
                    case Statistic.Simple.STD -> OptionalDouble.of(sample.std(StdDev.POPULATION));
                    case Statistic.Simple.MIN -> OptionalDouble.of(sample.value(0));
                    case Statistic.Simple.MAX -> OptionalDouble.of(sample.value(sample.count() - 1));
                    case Statistic.Simple.SUM -> OptionalDouble.of(sample.sum());
                    case Statistic.Simple.COUNT -> OptionalDouble.of(sample.count());
                    case Statistic.Percentile(int perMille) ->
                        OptionalDouble.of(sample.percentile(perMille, Percentile.LINEAR));
                })
                .orElse(OptionalDouble.empty());
    }

    private static boolean hasIds(GenaiPerfRequest request) {
        return ids(request) > 0;
    }

    private static int ids(GenaiPerfRequest request) {
        int sum = 0;
        for (int i = 0; i < request.chunks().size(); i++) {
            if (request.chunks().tokens(i) == Chunks.TOKENS_UNKNOWN) {
                return 0;
            }
            sum += request.chunks().tokens(i);
        }
        return sum;
    }

    boolean isKnown() {
        return source != Source.UNKNOWN;
    }

    /// The count of one answer, or [Usage#UNKNOWN].
    int of(GenaiPerfRequest request) {
        if (request.contentChunks() == 0) {
            return Usage.UNKNOWN;
        }
        return switch (source) {
            case IDS -> ids(request);
            case ONE_LENGTH -> constant;
            case CHUNKS -> request.contentChunks();
            case UNKNOWN -> Usage.UNKNOWN;
        };
    }

    /// What a reader must know of the counts.
    String words() {
        return switch (source) {
            case IDS -> "output tokens are the engine's token ids in the file";
            case ONE_LENGTH ->
                "the file keeps texts, not token counts; by its summary every answer had " + constant + " tokens";
            case CHUNKS ->
                "the file keeps texts, not token counts; every statistic of the counts in its summary is that of one token a chunk";
            case UNKNOWN -> "the file keeps texts, not token counts";
        };
    }
}
