package dev.goodput.engine;

import dev.goodput.core.trace.ChunkKind;

/// The text that modelled answers would have: English, in sentences.
public final class SimulatedText {
    /// English text has between four and five characters a token, the space included.
    public static final int CHARS_PER_TOKEN = 5;

    /// Spoken English has sentences of about a dozen words.
    private static final int TOKENS_PER_SENTENCE = 15;

    private static final int TEXT = ChunkKind.TEXT.bit() | ChunkKind.CHOICES.bit();

    private SimulatedText() {}

    /// What a chunk carries, as [ChunkKind] bits.
    ///
    /// @param before tokens of the answer before it
    /// @param after tokens of the answer with it
    /// @param last whether the answer ends with it
    public static int kinds(int before, int after, boolean last) {
        if (last) {
            return TEXT | ChunkKind.SENTENCE.bit() | ChunkKind.FINISH.bit();
        }
        boolean endsSentence = after / TOKENS_PER_SENTENCE > before / TOKENS_PER_SENTENCE;
        return endsSentence ? TEXT | ChunkKind.SENTENCE.bit() : TEXT;
    }
}
