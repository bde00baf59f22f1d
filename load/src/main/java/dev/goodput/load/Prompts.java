package dev.goodput.load;

import dev.goodput.core.stat.Mixing;
import java.util.SplittableRandom;

/// Prompts of short common English words, all different from their first words on, so that no prefix cache helps.
///
/// The rule for lengths: one word is one token. Tokenizers of today's models hold each of these words, with the
/// space before it, as a single token; the chat template's own tokens come on top.
final class Prompts {
    /// 256 words, so that a word is a byte's worth of difference.
    private static final String[] WORDS =
            ("the of and to in is that for with as on are this by from at it an be or was not have"
                            + " but they his you we one all their there when up out if about who which them then some so these"
                            + " would other into has more two time like no just him know take people year your good could see"
                            + " than now look only come its over think also back after use how our work first well way even new"
                            + " want because any give day most us man find here thing tell many very hand high keep last never"
                            + " start city play small number off always move night live point hold today bring happen next"
                            + " without before large million must home under water room write mother area money story young fact"
                            + " month different lot right study book eye job word business issue side kind head house service"
                            + " friend father power hour game line end among ever stand bad lose member pay law meet car set run"
                            + " group problem leave while feel seem ask show try call need become mean great same able public few"
                            + " old big long little own family state school student country where through much should still"
                            + " between life child world woman place week case company system program question government during"
                            + " put might every part against talk turn help though both until form light face art war history"
                            + " party result change morning reason research girl guy moment air teacher force education foot boy"
                            + " age policy music market sense body wall open")
                    .split(" ");

    private static final int WORD_BITS = 8;
    private static final int WORD_MASK = (1 << WORD_BITS) - 1;

    /// Words that tell prompts apart: 2^32 of them.
    private static final int DISTINGUISHING_WORDS = 4;

    private Prompts() {}

    /// The prompt of request `index`, `words` words long. Among 256 successive prompts no two share their first
    /// word, among 65,536 no two share their first two, and so on: the first four words spell `index` times an
    /// odd
    /// number, plus an offset from the seed, in base 256, lowest digit first.
    static String prompt(long seed, long index, int words) {
        SplittableRandom random = Seeds.stream(seed, Seeds.WORDS, index);
        long mark = index * (Mixing.mix(seed) | 1) + Mixing.mix(~seed);
        StringBuilder prompt = new StringBuilder(words * 6);
        for (int i = 0; i < words; i++) {
            int word = i < DISTINGUISHING_WORDS
                    ? (int) (mark >>> (i * WORD_BITS)) & WORD_MASK
                    : random.nextInt(WORDS.length);
            if (i > 0) {
                prompt.append(' ');
            }
            prompt.append(WORDS[word]);
        }
        return prompt.toString();
    }

    static int vocabulary() {
        return WORDS.length;
    }
}
