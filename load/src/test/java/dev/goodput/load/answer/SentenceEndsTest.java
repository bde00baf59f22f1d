package dev.goodput.load.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SentenceEndsTest {

    /// `|` stands behind the character that shows the end of a sentence; the last one at the end of the text.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Hello there. |How are you? |Fine!|",
                "No stop at all|",
                "Wait... |what? |Oh… |yes|",
                "Pi is 3.14 and e is 2.718. |So.|",
                "See example.org or v1.2.3 for more. |Done|",
                "Use a cache, e.g. this one, i.e. a map. |Dr. No met Mr. Smith of the U.S. army. |J. R. wrote it|",
                "So did I. |Then|",
                "1. First things. |2. Second things|",
                "It was 1999. |Then|",
                "He said \"Stop.\" |And (really.) |**Bold.** |rest|",
                "(e.g. this). |x|",
                "A title\n|\nThen text.\n|More|",
                "你好。|今天怎么样？|很好！|再见|",
                "ｶﾅ｡|x|",
                "«Voilà.» |Déjà vu?\u00a0|Né à l'été. |ß|",
                "😀 smiles. |😀|",
                "  \n  ",
                "",
                "?! |x|",
            })
    void endsAndTheirPlaces(String marked) {
        assertThat(marked(pieces(marked.replace("|", "")))).isEqualTo(String.join("", pieces(marked)));
    }

    /// However a text is cut into two pieces, the ends are in the piece that holds the character that shows
    /// them.
    @Test
    void atEverySplit() {
        String marked = "Hi Dr. Who… |It is 3.5 e.g. now.\" |1. Go! |你好。|U.S. and\n|so on. |End|";
        List<Integer> ends = new ArrayList<>();
        String text = marked.replace("|", "");
        for (int i = 0, at = 0; i < marked.length(); i++) {
            if (marked.charAt(i) == '|') {
                ends.add(at - 1);
            } else {
                at++;
            }
        }
        // The last one is shown by the end of the text.
        ends.removeLast();
        for (int split = 0; split <= text.length(); split++) {
            int cut = split;
            SentenceEnds sentences = new SentenceEnds();
            assertThat(feed(sentences, text.substring(0, cut)))
                    .as("before " + cut)
                    .isEqualTo(ends.stream().anyMatch(end -> end < cut));
            assertThat(feed(sentences, text.substring(cut)))
                    .as("after " + cut)
                    .isEqualTo(ends.stream().anyMatch(end -> end >= cut));
            assertThat(sentences.end()).isTrue();
        }
    }

    @Test
    void readsTheEscapesOfJson() {
        assertThat(marked(
                        List.of("a.", "\\n", "bb.", "\\u0020", "c\\u3002", "d\\\"", "\\t", "ee.\\\"", "\\t", "\\u00")))
                .isEqualTo("a.\\n|bb.\\u0020|c\\u3002|d\\\"\\tee.\\\"\\t|\\u00|");
    }

    /// One piece a character, in the form in which JSON writes it.
    private static List<String> pieces(String text) {
        return text.codePoints()
                .mapToObj(c -> c == '\n' ? "\\n" : c == '"' ? "\\\"" : Character.toString(c))
                .toList();
    }

    private static String marked(List<String> pieces) {
        SentenceEnds sentences = new SentenceEnds();
        StringBuilder marked = new StringBuilder();
        for (String piece : pieces) {
            marked.append(piece);
            byte[] bytes = piece.getBytes(UTF_8);
            if (sentences.feed(bytes, 0, bytes.length)) {
                marked.append('|');
            }
        }
        return sentences.end() ? marked.append('|').toString() : marked.toString();
    }

    private static boolean feed(SentenceEnds sentences, String text) {
        byte[] bytes = String.join("", pieces(text)).getBytes(UTF_8);
        return sentences.feed(bytes, 0, bytes.length);
    }
}
