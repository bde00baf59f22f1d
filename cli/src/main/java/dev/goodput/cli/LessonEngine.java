package dev.goodput.cli;

import dev.goodput.engine.spec.EngineSpec;
import dev.goodput.load.Lengths;
import java.util.List;
import java.util.stream.Collectors;

/// An engine of a lesson, as it is run and as one types it.
///
/// @param settings changed settings such as `max-batched-tokens=512`
record LessonEngine(String name, List<String> settings) {
    /// One GPU and one model that many have.
    static final String USUAL = "h100-llama3.1-8b";

    LessonEngine {
        settings = List.copyOf(settings);
    }

    static LessonEngine of(String name, String... settings) {
        return new LessonEngine(name, List.of(settings));
    }

    EngineSpec spec() {
        EngineSpec spec = EngineSpec.load(name);
        for (String setting : settings) {
            spec = spec.with(setting, "a lesson");
        }
        return spec;
    }

    /// The command that simulates it, without a load.
    String command() {
        return "goodput simulate --engine " + name
                + settings.stream().map(setting -> " --set " + setting).collect(Collectors.joining());
    }

    /// The flags for these lengths.
    static String flags(Lengths lengths) {
        return " --input-tokens " + lengths.inputTokens() + " --input-tokens-sd " + lengths.inputTokensSd()
                + " --output-tokens " + lengths.outputTokens() + " --output-tokens-sd " + lengths.outputTokensSd();
    }

    /// The lengths in words.
    static String words(Lengths lengths) {
        return String.format(
                java.util.Locale.ROOT,
                "%,d ± %,d tokens in, %,d ± %,d out",
                lengths.inputTokens(),
                lengths.inputTokensSd(),
                lengths.outputTokens(),
                lengths.outputTokensSd());
    }
}
