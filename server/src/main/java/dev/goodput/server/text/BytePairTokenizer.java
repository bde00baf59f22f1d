package dev.goodput.server.text;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/// One of OpenAI's public byte-pair encodings. Words that mean something special to a model are plain
/// text here.
public final class BytePairTokenizer implements Tokenizer {
    /// Begins with a space, so that it can follow itself. Its tokens end inside words, accents,
    /// ideographs and emoji.
    private static final String PASSAGE =
            " The endpoint answers in real tokens: some are whole words, others disassemble unfathomable ones,"
                    + " and a few end inside a character. Déjà vu in a naïve café: 東京の夜は静かです。 नमस्ते दुनिया!"
                    + " A 🚀 takes the 👩‍🚀 to the 🌍's far side, and \"on time\" means before its deadline.\n\nMeanwhile"
                    + " the client keeps its own clock and counts what is late against what was promised.";

    private final Encoding encoding;
    private final AnswerText answers;

    private BytePairTokenizer(Encoding encoding) {
        this.encoding = encoding;
        List<byte[]> tokens = new ArrayList<>();
        IntArrayList ids = encoding.encodeOrdinary(PASSAGE);
        for (int i = 0; i < ids.size(); i++) {
            tokens.add(encoding.decodeBytes(list(ids.get(i))));
        }
        this.answers = new AnswerText(tokens);
    }

    static BytePairTokenizer of(String name) {
        return new BytePairTokenizer(
                Encodings.newLazyEncodingRegistry().getEncoding(name).orElseThrow());
    }

    /// Token ids.
    @Override
    public void split(String text, LongConsumer tokens) {
        IntArrayList ids = encoding.encodeOrdinary(text);
        for (int i = 0; i < ids.size(); i++) {
            tokens.accept(ids.get(i));
        }
    }

    /// The bytes that tokens stand for; what is no whole character in them is lost on the way to a text.
    ///
    /// @throws IllegalArgumentException when an id is not one of the encoding
    public byte[] bytes(int... ids) {
        try {
            return encoding.decodeBytes(list(ids));
        } catch (NullPointerException e) {
            // This is how the library says it.
            throw new IllegalArgumentException("an id that is not one of the encoding", e);
        }
    }

    @Override
    public int quickBytes() {
        return 2 << 10;
    }

    @Override
    public AnswerText answers() {
        return answers;
    }

    @Override
    public AnswerText multibyteAnswers() {
        return answers;
    }

    private static IntArrayList list(int... ids) {
        IntArrayList list = new IntArrayList(ids.length);
        for (int id : ids) {
            list.add(id);
        }
        return list;
    }
}
