package dev.goodput.engine.workload;

import dev.goodput.engine.config.Plain;
import java.util.HashMap;
import java.util.Map;

/// What a trace has named so far: a name that returns costs neither memory nor time again.
final class TraceNames {
    private final Map<Object, Long> contents = new HashMap<>();
    private final Map<String, String> classes = new HashMap<>();

    /// The content number of a shared text. Negative, as all shared contents.
    long content(Object name) {
        return contents.computeIfAbsent(name, _ -> -1L - contents.size());
    }

    /// The name of a class, fit for a line of text.
    String requestClass(String name) {
        return classes.computeIfAbsent(name, Plain::text);
    }
}
