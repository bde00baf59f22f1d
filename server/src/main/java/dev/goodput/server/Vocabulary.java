package dev.goodput.server;

import java.nio.charset.StandardCharsets;

/// The words that answers are made of: one a token, each but the first of an answer with its leading space, in
/// sentences of about 15. None needs escaping in JSON.
final class Vocabulary {
    private static final String[] WORDS = ("the endpoint answers one word at a time so that every token can be seen to"
                    + " arrive. meanwhile the client keeps its own clock and counts what is late against what was promised.")
            .split(" ");

    private static final byte[][] FIRST = new byte[WORDS.length][];
    private static final byte[][] NEXT = new byte[WORDS.length][];

    static {
        for (int i = 0; i < WORDS.length; i++) {
            FIRST[i] = WORDS[i].getBytes(StandardCharsets.US_ASCII);
            NEXT[i] = (" " + WORDS[i]).getBytes(StandardCharsets.US_ASCII);
        }
    }

    private Vocabulary() {}

    /// The bytes of an answer's token `index`, shared: not to be written to.
    static byte[] bytes(int index) {
        return index == 0 ? FIRST[0] : NEXT[index % NEXT.length];
    }

    /// The text of an answer of so many tokens.
    static String text(int tokens) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < tokens; i++) {
            text.append(i == 0 ? "" : " ").append(WORDS[i % WORDS.length]);
        }
        return text.toString();
    }
}
