package dev.goodput.engine.workload;

import dev.goodput.engine.config.YamlMap;
import dev.goodput.engine.serving.Prompt.Span;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Texts that many prompts share, such as a system prompt or documents: each prompt begins with one or
/// more of a pool.
final class PrefixPart {
    static final int MAX_POOL = 1_000_000;
    static final int MAX_TIMES = 20;

    private static final Pattern FORM = Pattern.compile("(?:(\\d+) x )?(.+?)(?: from (\\d+)(?: zipf ([\\d.]+))?)?");

    private final int times;
    private final Variate tokens;
    private final double[] ranks;
    private final long firstContent;

    private PrefixPart(int times, Variate tokens, double[] ranks, long firstContent) {
        this.times = times;
        this.tokens = tokens;
        this.ranks = ranks;
        this.firstContent = firstContent;
    }

    /// Reads `[TIMES x ]TOKENS[ from POOL[ zipf S]]`.
    ///
    /// @param number tells the pools of a description apart
    /// @throws dev.goodput.engine.config.ConfigException when it is something else
    static PrefixPart read(YamlMap.Text text, int number) {
        Matcher matcher = FORM.matcher(text.value());
        if (!matcher.matches()) {
            throw text.error("is not of the form 1000, or 4 x 512 from 2000 zipf 1");
        }
        int times = count(text, matcher.group(1), MAX_TIMES);
        Variate tokens = VariateText.tokens(text, Objects.requireNonNull(matcher.group(2)));
        int pool = count(text, matcher.group(3), MAX_POOL);
        double exponent = matcher.group(4) == null ? 0 : Quantities.number(text, matcher.group(4));
        return new PrefixPart(times, tokens, ranks(pool, exponent), -1 - (long) number * MAX_POOL);
    }

    private static int count(YamlMap.Text text, String word, int most) {
        return word == null ? 1 : Quantities.count(text, word, most);
    }

    /// Zipf's law: text k of the pool is chosen with a chance proportional to k to the power of minus the
    /// exponent; 0 makes all alike.
    private static double[] ranks(int pool, double exponent) {
        double[] ranks = new double[pool];
        double sum = 0;
        for (int i = 0; i < pool; i++) {
            sum += Math.pow(i + 1.0, -exponent);
            ranks[i] = sum;
        }
        for (int i = 0; i < pool; i++) {
            ranks[i] /= sum;
        }
        return ranks;
    }

    /// Adds the texts that one prompt begins with.
    void addTo(List<Span> spans, RandomGenerator random, long seed) {
        for (int i = 0; i < times; i++) {
            long content = firstContent - choose(random.nextDouble());
            // A text is as long for everybody: its length belongs to it and not to the request.
            double rank = new SplittableRandom(seed * 1_000_003 + content).nextDouble();
            spans.add(new Span(content, tokens.tokens(rank)));
        }
    }

    private int choose(double rank) {
        int from = 0;
        int to = ranks.length - 1;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (rank < ranks[middle]) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return from;
    }
}
