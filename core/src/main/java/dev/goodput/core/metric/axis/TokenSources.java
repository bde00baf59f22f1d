package dev.goodput.core.metric.axis;

import java.util.List;
import java.util.stream.Collectors;

/// Where the count of output tokens comes from, in order of fallback.
public record TokenSources(List<Source> order) implements Axis {
    public TokenSources {
        order = List.copyOf(order);
    }

    public static TokenSources of(Source... order) {
        return new TokenSources(List.of(order));
    }

    /// One place a count can come from.
    public enum Source {
        USAGE_ANY("usage-any", "the server's usage in any chunk"),
        USAGE_BARE("usage-bare", "the server's usage, but only from a chunk with empty choices"),
        USAGE_NO_OUTPUT("usage-no-output", "the server's usage, but only from a chunk without output"),
        USAGE_LAST("usage-last", "the server's last usage"),
        USAGE_WITH_TEXT("usage-with-text", "the server's usage, but only from a chunk that also has text"),
        CHUNK_COUNTS("chunk-counts", "the counts that the server sent with each chunk"),
        TOK_TEXT("tok-text", "the client's tokenizer on the joined text of all channels it reads"),
        TOK_CONTENT("tok-content", "the client's tokenizer on the answer text alone"),
        TOK_CHUNK("tok-chunk", "the client's tokenizer on each chunk, summed"),
        TOK_LLAMA_BOS("tok-llama-bos", "a Llama tokenizer with its start token, for every model: one too many"),
        CHUNKS("chunks", "the number of chunks with output"),
        REQUESTED("requested", "the output length that was asked for, even when the answer was shorter"),
        WORDS("words", "the number of words"),
        IDS("ids", "the engine's token ids"),
        ONE("one", "the constant 1"),
        ABORT("abort", "nothing: the run stops");

        private final String id;
        private final String words;

        Source(String id, String words) {
            this.id = id;
            this.words = words;
        }

        public String id() {
            return id;
        }
    }

    @Override
    public Choice choice() {
        return new Choice(
                "token-source",
                order.stream().map(Source::id).collect(Collectors.joining(" > ")),
                order.stream().map(source -> source.words).collect(Collectors.joining("; else ")));
    }
}
