package dev.goodput.server.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class AnswerTextTest {
    static List<AnswerText> texts() {
        List<AnswerText> texts = new ArrayList<>();
        for (String name : Tokenizer.NAMES) {
            texts.add(Tokenizer.named(name).answers());
            texts.add(Tokenizer.named(name).multibyteAnswers());
        }
        return texts;
    }

    /// Tokens one by one, in JSON and plain, say what the whole answer says, at every length.
    @ParameterizedTest
    @MethodSource("texts")
    void tokensAddUpToTheWhole(AnswerText text) {
        for (int tokens = 1; tokens <= 300; tokens++) {
            StringBuilder json = new StringBuilder("\"");
            StringBuilder plain = new StringBuilder();
            for (int i = 0; i < tokens; i++) {
                json.append(new String(text.json(i, i == tokens - 1), StandardCharsets.UTF_8));
                plain.append(text.text(i, i == tokens - 1));
            }
            String whole = text.text(tokens);
            assertThat(plain).hasToString(whole);
            assertThat(JsonMapper.shared().readTree(json.append('"').toString()).stringValue())
                    .isEqualTo(whole);
            assertThat(text.isAnswer(whole, tokens)).isTrue();
            assertThat(text.isAnswer(whole + "x", tokens)).isFalse();
            // One token more may show nothing more, if it ends inside the same character.
            assertThat(text.isAnswer(whole, tokens + 1))
                    .isEqualTo(text.text(tokens + 1).equals(whole));
        }
    }

    /// Characters come whole: a token that ends inside one shows none of it, an answer that ends there a
    /// replacement.
    @ParameterizedTest
    @ValueSource(strings = {"cl100k_base", "o200k_base"})
    void charactersAreHeldBackUntilTheyAreWhole(String name) {
        AnswerText text = Tokenizer.named(name).answers();
        int heldBack = 0;
        for (int i = 1; i < 200; i++) {
            assertThat(text.text(i, false)).doesNotContain("\uFFFD");
            if (text.text(i, true).endsWith("\uFFFD")) {
                heldBack++;
                assertThat(text.text(i, true)).isEqualTo(text.text(i, false) + "\uFFFD");
            }
        }
        assertThat(heldBack).as("tokens that end inside a character").isPositive();
    }

    /// A client that counts an answer's tokens by its text finds as many as the server counted.
    @ParameterizedTest
    @ValueSource(strings = {"cl100k_base", "o200k_base"})
    void answersHaveAsManyTokensAsTheyClaim(String name) {
        Encoding encoding =
                Encodings.newLazyEncodingRegistry().getEncoding(name).orElseThrow();
        AnswerText text = Tokenizer.named(name).answers();
        for (int tokens = 1; tokens <= 250; tokens++) {
            String whole = text.text(tokens);
            if (!whole.contains("\uFFFD")) {
                assertThat(encoding.countTokensOrdinary(whole)).as(whole).isEqualTo(tokens);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 100})
    void wordsAreTokens(int tokens) {
        assertThat(Tokenizer.named("words").answers().text(tokens).split(" ")).hasSize(tokens);
    }

    @Test
    void unknownTokenizer() {
        assertThatThrownBy(() -> Tokenizer.named("o200k"))
                .hasMessage("no tokenizer 'o200k'; did you mean 'o200k_base'?");
        assertThatThrownBy(() -> Tokenizer.named("llama"))
                .hasMessage("no tokenizer 'llama'; there are words, cl100k_base, o200k_base");
    }
}
