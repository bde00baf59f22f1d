package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.Statistic;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Times of a LoadGen run that its rates divide by, in nanoseconds from the first scheduled time.
record LoadgenTimes(List<LoadgenTrace.Sample> samples) {
    int count() {
        return samples.size();
    }

    long queries() {
        return samples.stream().mapToLong(LoadgenTrace.Sample::query).distinct().count();
    }

    private LoadgenTrace.Sample last() {
        return samples.stream()
                .max(Comparator.comparingLong(LoadgenTrace.Sample::query))
                .orElseThrow();
    }

    double lastScheduledNs() {
        return last().scheduledNs();
    }

    double lastIssuedNs() {
        LoadgenTrace.Sample last = last();
        return last.scheduledNs() + last.issueDelayNs();
    }

    /// When all samples of the query issued last were done.
    double lastDoneNs() {
        long query = last().query();
        return samples.stream()
                .filter(sample -> sample.query() == query)
                .mapToDouble(LoadgenTrace.Sample::endNs)
                .max()
                .orElse(Double.NaN);
    }

    double longestNs() {
        return samples.stream()
                .mapToDouble(LoadgenTrace.Sample::completeNs)
                .max()
                .orElse(Double.NaN);
    }

    /// The least, greatest, mean or a percentile of whole queries, each as long as its longest sample.
    static Answer query(List<LoadgenTrace.Sample> samples, Statistic statistic) {
        Map<Long, Double> longest = new HashMap<>();
        samples.forEach(sample -> longest.merge(sample.query(), sample.completeNs(), Math::max));
        double[] sorted = longest.values().stream()
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        if (statistic instanceof Statistic.Percentile(int perMille)) {
            int index = (int) Math.min((long) sorted.length * perMille / 1000, sorted.length - 1);
            return new Answer.Value(sorted[index]);
        }
        if (statistic == Statistic.Simple.MEAN) {
            return new Answer.Value(Math.floor(Arrays.stream(sorted).average().orElse(Double.NaN)));
        }
        return new Answer.Value(statistic == Statistic.Simple.MIN ? sorted[0] : sorted[sorted.length - 1]);
    }

    /// @throws ImportException when the text is no percentage
    static Statistic.Percentile percentile(String percent) {
        try {
            return new Statistic.Percentile((int) Math.round(Double.parseDouble(percent) * 10));
        } catch (IllegalArgumentException e) {
            throw new ImportException("the log names a percentile '" + percent + "', which is none", e);
        }
    }
}
