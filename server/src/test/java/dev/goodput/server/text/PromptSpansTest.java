package dev.goodput.server.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.engine.serving.Prompt;
import dev.goodput.engine.serving.Prompt.Span;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromptSpansTest {
    private static final Tokenizer WORDS = Tokenizer.named("words");

    private static Prompt prompt(Tokenizer tokenizer, String text) {
        PromptSpans spans = new PromptSpans(tokenizer);
        spans.text(text);
        return spans.prompt();
    }

    private static String words(RandomGenerator random, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "w" + random.nextInt(1_000_000))
                .collect(Collectors.joining(" "));
    }

    /// Tokens at the beginning in which two prompts agree, by their spans alone.
    private static int shared(Prompt a, Prompt b) {
        int tokens = 0;
        for (int i = 0; i < Math.min(a.spans().size(), b.spans().size()); i++) {
            Span left = a.spans().get(i);
            Span right = b.spans().get(i);
            if (left.content() != right.content()) {
                return tokens;
            }
            tokens += Math.min(left.tokens(), right.tokens());
            if (left.tokens() != right.tokens()) {
                return tokens;
            }
        }
        return tokens;
    }

    /// Two texts that differ from some word on agree in all whole spans before it, and in nothing after.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void equalBeginningsAreEqualSpans(long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int common = 1; common < 100; common += 7) {
            String beginning = words(random, common);
            Prompt a = prompt(WORDS, beginning + " " + words(random, 50));
            Prompt b = prompt(WORDS, beginning + "  \n" + words(random, 30));
            assertThat(a.tokens()).isEqualTo(common + 50);
            assertThat(shared(a, b)).isEqualTo(common / 16 * 16);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"words", "cl100k_base", "o200k_base"})
    void spansAreAsLongAsTheText(String name) {
        Tokenizer tokenizer = Tokenizer.named(name);
        String text = words(RandomGenerator.of("L64X128MixRandom"), 33);
        long[] count = {0};
        tokenizer.split(text, _ -> count[0]++);
        assertThat(prompt(tokenizer, text).tokens()).isEqualTo((int) count[0]);
        assertThat(prompt(tokenizer, text)).isEqualTo(prompt(tokenizer, text));
        assertThat(prompt(tokenizer, "").tokens()).isEqualTo(1);
    }

    @Test
    void roleAndOrderOfWordsMatter() {
        assertThat(prompt(WORDS, "a b").spans())
                .isNotEqualTo(prompt(WORDS, "b a").spans());
        assertThat(prompt(WORDS, "ab").spans()).isNotEqualTo(prompt(WORDS, "a").spans());
        PromptSpans user = new PromptSpans(WORDS);
        user.message("user");
        user.text("a b");
        PromptSpans system = new PromptSpans(WORDS);
        system.message("system");
        system.text("a b");
        assertThat(user.prompt()).isNotEqualTo(system.prompt());
    }

    /// The next turn of a conversation begins with the spans of the last one, its answer included.
    @Test
    void answersAreRecognisedInTheNextTurn() {
        PromptSpans first = new PromptSpans(WORDS);
        first.message("user");
        first.text(words(RandomGenerator.of("L64X128MixRandom"), 20));
        List<Span> before = first.prompt().spans();
        first.assistant(WORDS.answers().text(37));
        first.message("user");
        first.text("and then");
        List<Span> next = first.prompt().spans();
        assertThat(next.subList(0, before.size())).isEqualTo(before);
        assertThat(next.get(before.size())).isEqualTo(new Span(PromptSpans.ANSWER, 37));
        assertThat(next).hasSize(before.size() + 2);
        PromptSpans other = new PromptSpans(WORDS);
        other.assistant("something that this server never says");
        assertThat(other.prompt().spans()).hasSize(1);
        assertThat(other.prompt().spans().getFirst().content()).isNotEqualTo(PromptSpans.ANSWER);
    }
}
