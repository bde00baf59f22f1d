package dev.goodput.core.gate;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.axis.Axis;
import dev.goodput.core.trace.Manifest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// In what two runs were not measured alike: where they differ, a difference of their numbers may come from it.
final class Unlike {
    private Unlike() {}

    static List<String> between(Comparison.Side baseline, Comparison.Side candidate) {
        Manifest before = baseline.run().manifest();
        Manifest after = candidate.run().manifest();
        List<String> sentences = new ArrayList<>();
        differ(sentences, "model", model(before), model(after));
        differ(sentences, "hardware", told(before.hardware()), told(after.hardware()));
        differ(
                sentences,
                "workload",
                before.workload().description(),
                after.workload().description());
        differ(sentences, "load", load(before.schedule()), load(after.schedule()));
        differ(sentences, "tool", before.tool(), after.tool());
        definitions(baseline.metrics().dialect(), candidate.metrics().dialect(), sentences);
        boolean isSameDraw = before.workload().seed() == after.workload().seed()
                && before.workload().description().equals(after.workload().description());
        if (isSameDraw && before.origin() != Manifest.Origin.IMPORT) {
            sentences.add("both runs drew the same prompts: the comparison holds for these prompts");
        }
        return List.copyOf(sentences);
    }

    private static void definitions(Dialect before, Dialect after, List<String> sentences) {
        for (Class<? extends Axis> axis : before.differencesFrom(after)) {
            differ(
                    sentences,
                    "definition of " + before.on(axis).axis(),
                    before.on(axis).words(),
                    after.on(axis).words());
        }
    }

    private static void differ(List<String> sentences, String what, String before, String after) {
        if (!before.equals(after)) {
            sentences.add("not the same " + what + ": " + before + " against " + after);
        }
    }

    private static String model(Manifest manifest) {
        return manifest.endpoint() == null
                ? told(null)
                : told(manifest.endpoint().model());
    }

    private static String told(@Nullable String text) {
        return Objects.requireNonNullElse(text, "not told");
    }

    private static String load(Manifest.Schedule schedule) {
        return schedule.kind()
                + (schedule.concurrency() > 0 ? ", " + schedule.concurrency() + " in flight" : "")
                + (schedule.ratePerSecond() > 0
                        ? ", "
                                + BigDecimal.valueOf(schedule.ratePerSecond())
                                        .stripTrailingZeros()
                                        .toPlainString() + "/s"
                        : "");
    }
}
