package dev.goodput.core.slo;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// By what a report breaks requests down. Exploratory: the groups never decide.
public enum Grouping {
    CLASS("class"),
    OUTPUT_TOKENS("output_tokens"),
    INPUT_TOKENS("input_tokens");

    private final String id;

    Grouping(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }

    public static Optional<Grouping> byId(String id) {
        return Arrays.stream(values()).filter(group -> group.id.equals(id)).findFirst();
    }

    public static List<String> ids() {
        return Arrays.stream(values()).map(Grouping::id).toList();
    }
}
