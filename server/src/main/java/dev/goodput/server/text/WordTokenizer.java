package dev.goodput.server.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/// One token a word. A word is what stands between white space.
public final class WordTokenizer implements Tokenizer {
    /// In sentences of about 15 words.
    private static final String WORDS = "the endpoint answers one word at a time so that every token can be seen to"
            + " arrive. meanwhile the client keeps its own clock and counts what is late against what was promised.";

    private static final String MULTIBYTE =
            "déjà vu: 東京 の 夜 は naïve café “quoted” — Ωmega नमस्ते 🚀 to the 🌍 and back. über früh прибыл 👩‍🚀.";

    private final AnswerText answers = answer(WORDS);
    private final AnswerText multibyteAnswers = answer(MULTIBYTE);

    /// 64-bit hashes of the words.
    @Override
    public void split(String text, LongConsumer tokens) {
        long hash = 0;
        boolean inWord = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isWhitespace(c)) {
                if (inWord) {
                    tokens.accept(Hash.finish(hash));
                    hash = 0;
                }
                inWord = false;
            } else {
                hash = Hash.add(hash, c);
                inWord = true;
            }
        }
        if (inWord) {
            tokens.accept(Hash.finish(hash));
        }
    }

    @Override
    public int quickBytes() {
        return 64 << 10;
    }

    @Override
    public AnswerText answers() {
        return answers;
    }

    @Override
    public AnswerText multibyteAnswers() {
        return multibyteAnswers;
    }

    /// Each word but the first of an answer has its leading space.
    private static AnswerText answer(String words) {
        List<byte[]> tokens = Arrays.stream(words.split(" "))
                .map(word -> (" " + word).getBytes(StandardCharsets.UTF_8))
                .toList();
        return new AnswerText(tokens);
    }
}
