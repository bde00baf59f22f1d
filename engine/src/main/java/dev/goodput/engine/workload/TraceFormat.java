package dev.goodput.engine.workload;

import dev.goodput.engine.serving.Prompt.Span;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The recorded traces that are understood, each known by its columns.
enum TraceFormat {
    /// Azure's LLM inference traces of 2023 and 2024.
    AZURE("Azure LLM inference", "TIMESTAMP", "TIMESTAMP", "ContextTokens", "GeneratedTokens") {
        @Override
        TraceRow row(TraceLine line, TraceNames names) {
            return TraceRow.of(
                    dateNs(line, "TIMESTAMP"), line.tokens("ContextTokens", 1), line.tokens("GeneratedTokens", 1));
        }
    },
    /// Mooncake's traces: milliseconds, and a number for each block of 512 tokens and all before it. An
    /// answer has none, so that the next turn finds its caller's texts only.
    MOONCAKE("Mooncake", "timestamp", "timestamp", "input_length", "output_length") {
        private static final int BLOCK = 512;

        @Override
        TraceRow row(TraceLine line, TraceNames names) {
            int promptTokens = line.tokens("input_length", 1);
            List<Span> prefix = new ArrayList<>();
            int left = promptTokens;
            for (Long hash : line.numbers("hash_ids")) {
                if (left == 0) {
                    throw line.lines().error("has more hash_ids than blocks of 512 tokens in its input_length");
                }
                int tokens = Math.min(BLOCK, left);
                prefix.add(new Span(names.content(hash), tokens));
                left -= tokens;
            }
            return new TraceRow(
                    line.timeNs("timestamp", 1_000), promptTokens, line.tokens("output_length", 1), null, prefix);
        }
    },
    /// BurstGPT; an answer of 0 tokens is a failure.
    BURSTGPT("BurstGPT", "Timestamp", "Timestamp", "Request tokens", "Response tokens") {
        @Override
        @Nullable
        TraceRow row(TraceLine line, TraceNames names) {
            int answer = line.tokens("Response tokens", 0);
            int prompt = line.tokens("Request tokens", 0);
            return answer == 0 || prompt == 0
                    ? null
                    : new TraceRow(
                            line.timeNs("Timestamp", 1),
                            prompt,
                            answer,
                            requestClass(line, "Log Type", names),
                            List.of());
        }
    },
    /// Vidur's processed traces.
    VIDUR("Vidur", "arrived_at", "arrived_at", "num_prefill_tokens", "num_decode_tokens") {
        @Override
        TraceRow row(TraceLine line, TraceNames names) {
            return TraceRow.of(
                    line.timeNs("arrived_at", 1),
                    line.tokens("num_prefill_tokens", 1),
                    line.tokens("num_decode_tokens", 1));
        }
    },
    /// Our own: all but the lengths may be left out.
    PLAIN("recorded", "arrival_s", "prompt_tokens", "output_tokens") {
        @Override
        TraceRow row(TraceLine line, TraceNames names) {
            int promptTokens = line.tokens("prompt_tokens", 1);
            List<Span> prefix = List.of();
            if (line.has("prefix")) {
                int tokens = line.tokens("prefix_tokens", 1);
                if (tokens > promptTokens) {
                    throw line.error("prefix_tokens", "is more than prompt_tokens, which count them too");
                }
                prefix = List.of(new Span(names.content(line.text("prefix")), tokens));
            }
            return new TraceRow(
                    line.has("arrival_s") ? line.timeNs("arrival_s", 1) : 0,
                    promptTokens,
                    line.tokens("output_tokens", 1),
                    requestClass(line, "class", names),
                    prefix);
        }
    };

    private static final DateTimeFormatter DATE = new DateTimeFormatterBuilder()
            .appendPattern("yyyy-MM-dd")
            .appendLiteral(' ')
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .optionalStart()
            .appendOffsetId()
            .toFormatter();

    final String title;
    private final String time;
    private final List<String> columns;

    TraceFormat(String title, String time, String... columns) {
        this.title = title;
        this.time = time;
        this.columns = List.of(columns);
    }

    /// The format that has these columns, and possibly more.
    static Optional<TraceFormat> of(Collection<String> names) {
        return List.of(values()).stream()
                .filter(format -> names.containsAll(format.columns))
                .findFirst();
    }

    /// All of them with their columns, for people.
    static String known() {
        List<String> known = new ArrayList<>();
        for (TraceFormat format : values()) {
            known.add(String.join(",", format.columns));
        }
        return String.join("; ", known);
    }

    /// The request of a line, or null where it failed when it was recorded.
    ///
    /// @param names what the lines before named, to be added to
    /// @throws dev.goodput.engine.config.ConfigException when the line cannot be understood
    abstract @Nullable TraceRow row(TraceLine line, TraceNames names);

    /// Whether a line says when its request came.
    boolean isTimed(TraceLine line) {
        return line.has(time);
    }

    private static @Nullable String requestClass(TraceLine line, String column, TraceNames names) {
        return line.has(column) ? names.requestClass(line.text(column)) : null;
    }

    private static long dateNs(TraceLine line, String name) {
        try {
            TemporalAccessor date = DATE.parseBest(line.text(name), OffsetDateTime::from, LocalDateTime::from);
            OffsetDateTime at = date instanceof OffsetDateTime offset
                    ? offset
                    : LocalDateTime.from(date).atOffset(ZoneOffset.UTC);
            return Math.addExact(Math.multiplyExact(at.toEpochSecond(), 1_000_000_000L), at.getNano());
        } catch (DateTimeException | ArithmeticException _) {
            throw line.error(name, "is no date and time like 2023-11-16 18:15:46.6805900");
        }
    }
}
