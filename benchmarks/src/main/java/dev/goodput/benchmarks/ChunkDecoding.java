package dev.goodput.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.goodput.load.answer.Answer;
import dev.goodput.load.answer.ChunkReader;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// What it costs to find the events in a stream and to tell what each carries, a chunk, beside the least that any
/// client
/// does: a byte scan that counts `data:` lines and looks at nothing else.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ChunkDecoding {
    private static final int CHUNKS = 1_000;
    private static final byte[] DATA = "data:".getBytes(UTF_8);

    private final ChunkReader reader = new ChunkReader();
    private final byte[] event = event(" the");
    private final byte[] stream = stream();

    private static byte[] event(String text) {
        return ("data: {\"id\":\"chatcmpl-8d1f2a\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,"
                        + "\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + text
                        + "\"},\"logprobs\":null,\"finish_reason\":null}]}\n\n")
                .getBytes(UTF_8);
    }

    private static byte[] stream() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < CHUNKS; i++) {
            text.append(new String(event(" word" + i % 100), UTF_8));
        }
        return text.toString().getBytes(UTF_8);
    }

    /// A chunk a read, as an engine sends them.
    @Benchmark
    @OperationsPerInvocation(CHUNKS)
    public int decodeChunkByChunk() {
        Answer answer = new Answer(reader);
        for (int i = 0; i < CHUNKS; i++) {
            answer.feed(event, 0, event.length, i);
        }
        return answer.chunkCount();
    }

    /// A read ends anywhere, so that most chunks are put together from two reads.
    @Benchmark
    @OperationsPerInvocation(CHUNKS)
    public int decodeAcrossReads() {
        Answer answer = new Answer(reader);
        int step = event.length - 10;
        for (int from = 0; from < stream.length; from += step) {
            answer.feed(stream, from, Math.min(stream.length, from + step), from);
        }
        return answer.chunkCount();
    }

    /// The reference.
    @Benchmark
    @OperationsPerInvocation(CHUNKS)
    public int scanForData() {
        int found = 0;
        for (int at = 0; at <= stream.length - DATA.length; at++) {
            if (stream[at] == 'd'
                    && stream[at + 1] == 'a'
                    && stream[at + 2] == 't'
                    && stream[at + 3] == 'a'
                    && stream[at + 4] == ':') {
                found++;
                at += DATA.length;
            }
        }
        return found;
    }
}
