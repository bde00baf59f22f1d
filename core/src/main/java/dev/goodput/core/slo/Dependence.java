package dev.goodput.core.slo;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Whether the fates of requests may hang together: a stall on a busy server hits its neighbours too.
public enum Dependence {
    /// Taken as correlated unless the run shows otherwise.
    MEASURED,
    /// Taken as independent, and the verdict says so.
    INDEPENDENT;

    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Dependence> byId(String id) {
        return Arrays.stream(values()).filter(rule -> rule.id().equals(id)).findFirst();
    }

    public static List<String> ids() {
        return Arrays.stream(values()).map(Dependence::id).toList();
    }
}
