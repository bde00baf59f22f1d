package dev.goodput.server.text;

import dev.goodput.core.slo.Suggestions;
import java.util.List;
import java.util.function.LongConsumer;

/// Splits prompts into tokens and knows the text that answers are made of.
public sealed interface Tokenizer permits WordTokenizer, BytePairTokenizer {
    /// What [#named(String)] knows, the usual one first.
    List<String> NAMES = List.of("words", "cl100k_base", "o200k_base");

    /// Tells every token of a text, in order, as a number that stands for its content.
    void split(String text, LongConsumer tokens);

    /// A text up to this size is split in a few hundred microseconds.
    int quickBytes();

    /// What answers say.
    AnswerText answers();

    /// What answers say when characters of several bytes are asked for.
    AnswerText multibyteAnswers();

    /// The tokenizer of that name.
    ///
    /// @throws IllegalArgumentException with one line for its user when there is none
    static Tokenizer named(String name) {
        return switch (name) {
            case "words" -> new WordTokenizer();
            case "cl100k_base", "o200k_base" -> BytePairTokenizer.of(name);
            default ->
                throw new IllegalArgumentException("no tokenizer '" + name + "'"
                        + Suggestions.nearest(name, NAMES)
                                .map(nearest -> "; did you mean '" + nearest + "'?")
                                .orElse("; there are " + String.join(", ", NAMES)));
        };
    }
}
