package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.Itl;
import dev.goodput.core.metric.axis.Tpot;
import dev.goodput.core.metric.axis.Zeros;
import dev.goodput.core.trace.Chunks;
import java.util.Arrays;

/// The inter-token latencies of one answer under one [Itl] rule, with their weights.
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record Gaps(double[] valuesNs, double weight) {
    private static final Gaps NONE = new Gaps(new double[0], 1);

    static Gaps of(Outputs outputs, Reading reading, Dialect dialect) {
        return switch (dialect.on(Itl.class)) {
            case POOLED_CHUNK, ITERATION -> new Gaps(chunkGaps(outputs, dialect), 1);
            case POOLED_TOKEN_SPLIT -> split(outputs, reading.outputTokens());
            case POOLED_TOKEN_ZERO -> zeros(outputs, reading.outputTokens());
            case REQUEST_MEAN -> one(requestMeanNs(reading, dialect), 1);
            case REQUEST_MEAN_WEIGHTED -> {
                int n = reading.outputTokens();
                yield n > 1 ? one(reading.spanNs() / (n - 1), n - 1) : NONE;
            }
            case SUM_OVER_TOKENS -> {
                int n = reading.outputTokens();
                yield n > 0 ? one(reading.spanNs() / n, n) : NONE;
            }
            case TAIL10_MEAN -> one(longestTenthNs(chunkGaps(outputs)), 1);
            case NONE -> NONE;
        };
    }

    private static Gaps one(double valueNs, double weight) {
        return new Gaps(new double[] {valueNs}, weight);
    }

    /// The dialect's own time per token; where it has none, the gaps over the tokens after the first.
    private static double requestMeanNs(Reading reading, Dialect dialect) {
        if (dialect.on(Tpot.class) != Tpot.NONE) {
            return reading.perTokenNs();
        }
        int n = reading.outputTokens();
        return n > 1 ? reading.spanNs() / (n - 1) : 0;
    }

    /// The gaps that a dialect lists for an answer.
    static double[] chunkGaps(Outputs outputs, Dialect dialect) {
        double[] gapsNs = chunkGaps(outputs);
        return switch (dialect.on(Zeros.class)) {
            case DROPS_GAPS -> Arrays.stream(gapsNs).allMatch(gapNs -> gapNs > 0) ? gapsNs : new double[0];
            case VALUE, NOT_IN_TPOT_PERCENTILES -> gapsNs;
        };
    }

    private static double[] chunkGaps(Outputs outputs) {
        double[] gapsNs = new double[Math.max(outputs.count() - 1, 0)];
        for (int i = 0; i < gapsNs.length; i++) {
            gapsNs[i] = outputs.arrivalNs(i + 1) - outputs.arrivalNs(i);
        }
        return gapsNs;
    }

    private static Gaps split(Outputs outputs, int n) {
        int[] tokens = tokensPerChunk(outputs, n);
        double[] gapsNs = new double[Math.max(Arrays.stream(tokens).skip(1).sum(), 0)];
        int next = 0;
        for (int i = 1; i < outputs.count(); i++) {
            double gapNs = outputs.arrivalNs(i) - outputs.arrivalNs(i - 1);
            for (int k = 0; k < tokens[i]; k++) {
                gapsNs[next++] = gapNs / tokens[i];
            }
        }
        return new Gaps(gapsNs, 1);
    }

    private static Gaps zeros(Outputs outputs, int n) {
        int[] tokens = tokensPerChunk(outputs, n);
        double[] gapsNs = new double[Math.max(Arrays.stream(tokens).sum() - 1, 0)];
        int next = tokens.length == 0 ? 0 : tokens[0] - 1;
        for (int i = 1; i < outputs.count(); i++) {
            if (tokens[i] > 0) {
                gapsNs[next] = outputs.arrivalNs(i) - outputs.arrivalNs(i - 1);
                next += tokens[i];
            }
        }
        return new Gaps(gapsNs, 1);
    }

    /// As the server told; where it did not, the answer's tokens spread over its chunks by their characters, each
    /// chunk at least one while they last.
    static int[] tokensPerChunk(Outputs outputs, int n) {
        int count = outputs.count();
        int[] tokens = new int[count];
        boolean told = true;
        long chars = 0;
        for (int i = 0; i < count; i++) {
            told &= outputs.tokens(i) != Chunks.TOKENS_UNKNOWN;
            tokens[i] = outputs.tokens(i);
            chars += outputs.chars(i);
        }
        if (told) {
            return tokens;
        }
        long charsSoFar = 0;
        int tokensSoFar = 0;
        for (int i = 0; i < count; i++) {
            charsSoFar += outputs.chars(i);
            double share = chars == 0 ? (i + 1.0) / count : (double) charsSoFar / chars;
            int upTo = Math.clamp(
                    Math.round(share * n),
                    Math.min(tokensSoFar + 1, n),
                    Math.max(n - (count - 1 - i), Math.min(tokensSoFar + 1, n)));
            tokens[i] = Math.max(upTo - tokensSoFar, 0);
            tokensSoFar += tokens[i];
        }
        return tokens;
    }

    private static double longestTenthNs(double[] gapsNs) {
        if (gapsNs.length == 0) {
            return Double.NaN;
        }
        double[] sorted = gapsNs.clone();
        Arrays.sort(sorted);
        int tail = Math.max(1, Math.ceilDiv(sorted.length, 10));
        return Arrays.stream(sorted).skip(sorted.length - tail).average().orElse(Double.NaN);
    }
}
