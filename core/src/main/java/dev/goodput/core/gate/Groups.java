package dev.goodput.core.gate;

import dev.goodput.core.slo.Condition;
import dev.goodput.core.slo.Grouping;
import dev.goodput.core.slo.Judgement;
import dev.goodput.core.slo.Slo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Takes a run apart by class and by length.
final class Groups {
    /// Upper ends of the ranges, in tokens; the last range is open.
    private static final int[] OUTPUT_TOKENS = {100, 300, 500, 1000};
    private static final int[] INPUT_TOKENS = {512, 2048, 8192, 32768};

    private static final String UNKNOWN = "not known";

    private Groups() {}

    static List<Group> of(Slo slo, List<Judgement> judgements) {
        List<Group> groups = new ArrayList<>();
        for (Grouping grouping : slo.per()) {
            switch (grouping) {
                case CLASS -> groups.addAll(byClass(slo, judgements));
                case OUTPUT_TOKENS ->
                    groups.addAll(byLength(grouping, Condition.Size.OUTPUT_TOKENS, OUTPUT_TOKENS, slo, judgements));
                case INPUT_TOKENS ->
                    groups.addAll(byLength(grouping, Condition.Size.INPUT_TOKENS, INPUT_TOKENS, slo, judgements));
            }
        }
        return List.copyOf(groups);
    }

    private static List<Group> byClass(Slo slo, List<Judgement> judgements) {
        Map<String, List<Judgement>> members = new TreeMap<>();
        for (Judgement judgement : judgements) {
            String name = judgement.trace().asked().requestClass();
            members.computeIfAbsent(name == null ? UNKNOWN : name, _ -> new ArrayList<>())
                    .add(judgement);
        }
        return members.entrySet().stream()
                .map(entry -> group(Grouping.CLASS, entry.getKey(), entry.getValue(), slo))
                .toList();
    }

    private static List<Group> byLength(
            Grouping by, Condition.Size size, int[] bounds, Slo slo, List<Judgement> judgements) {
        List<List<Judgement>> members = new ArrayList<>();
        for (int i = 0; i <= bounds.length + 1; i++) {
            members.add(new ArrayList<>());
        }
        for (Judgement judgement : judgements) {
            double tokens = size.of(judgement.observation());
            int range = 0;
            while (range < bounds.length && tokens > bounds[range]) {
                range++;
            }
            members.get(Double.isNaN(tokens) ? bounds.length + 1 : range).add(judgement);
        }
        List<Group> groups = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            if (!members.get(i).isEmpty()) {
                groups.add(group(by, label(bounds, i), members.get(i), slo));
            }
        }
        return groups;
    }

    private static String label(int[] bounds, int range) {
        if (range > bounds.length) {
            return UNKNOWN;
        }
        int above = range == 0 ? 0 : bounds[range - 1];
        return range == bounds.length ? "> " + above + " tokens" : (above + 1) + "–" + bounds[range] + " tokens";
    }

    private static Group group(Grouping by, String label, List<Judgement> members, Slo slo) {
        Fates fates = GoodFates.of(members);
        long good = members.stream().filter(Judgement::isGood).count();
        long total = members.stream()
                .filter(judgement -> judgement.result() != Judgement.Result.EXCLUDED)
                .count();
        return new Group(
                by.id(),
                label,
                good,
                total,
                fates.isEmpty()
                        ? null
                        : fates.judge(slo.target(), slo.confidence(), slo.confidence(), slo.dependence()));
    }
}
