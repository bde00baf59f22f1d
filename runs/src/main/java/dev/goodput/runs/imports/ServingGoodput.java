package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectGoodput;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Statistic;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// Bounds of a goodput in milliseconds, and numbers under them.
///
/// @param boundsNs by quantity
record ServingGoodput(Map<Quantity, Double> boundsNs) {
    private static final Map<String, Quantity> NAMES =
            Map.of("ttft", Quantity.TTFT, "tpot", Quantity.TPOT, "e2el", Quantity.E2E);

    /// The quantity a tool bounds under a name, if it is one.
    static Optional<Quantity> quantity(String name) {
        return Optional.ofNullable(NAMES.get(name));
    }

    /// Reads `{"ttft": 85.0}`, `["ttft:85"]` or `"ttft:85 tpot:11"`; empty when it is anything else.
    static Optional<ServingGoodput> read(JsonNode node) {
        Map<Quantity, Double> boundsNs = new EnumMap<>(Quantity.class);
        boolean sound;
        if (node.isObject()) {
            sound = node.properties().stream()
                    .allMatch(field -> field.getValue().isNumber()
                            && put(boundsNs, field.getKey(), field.getValue().doubleValue()));
        } else if (node.isArray()) {
            sound = node.valueStream().allMatch(pair -> pair.isString() && putPair(boundsNs, pair.stringValue()));
        } else {
            sound = node.isString()
                    && Arrays.stream(node.stringValue().strip().split("[\\s,]+"))
                            .allMatch(pair -> putPair(boundsNs, pair));
        }
        return sound && !boundsNs.isEmpty() ? Optional.of(new ServingGoodput(boundsNs)) : Optional.empty();
    }

    private static boolean putPair(Map<Quantity, Double> boundsNs, String pair) {
        int colon = pair.indexOf(':');
        try {
            return colon > 0 && put(boundsNs, pair.substring(0, colon), Double.parseDouble(pair.substring(colon + 1)));
        } catch (NumberFormatException _) {
            return false;
        }
    }

    private static boolean put(Map<Quantity, Double> boundsNs, String name, double ms) {
        Quantity quantity = NAMES.get(name);
        if (quantity == null || Double.isNaN(ms)) {
            return false;
        }
        boundsNs.put(quantity, ms * 1e6);
        return true;
    }

    /// Good requests a second.
    Answer rate(DialectRun seen) {
        return of(seen, DialectGoodput::rate);
    }

    /// Good requests of those sent.
    Answer share(DialectRun seen) {
        return of(seen, DialectGoodput::share);
    }

    /// These bounds without all but one.
    Optional<ServingGoodput> only(Quantity quantity) {
        return Optional.ofNullable(boundsNs.get(quantity)).map(bound -> new ServingGoodput(Map.of(quantity, bound)));
    }

    private Answer of(DialectRun seen, Function<DialectGoodput, Answer> number) {
        for (Quantity quantity : boundsNs.keySet()) {
            if (seen.answer(quantity, Statistic.Simple.COUNT) instanceof Answer.Refused refused) {
                return refused;
            }
        }
        return number.apply(DialectGoodput.of(seen, boundsNs));
    }
}
