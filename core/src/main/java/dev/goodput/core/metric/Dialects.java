package dev.goodput.core.metric;

import dev.goodput.core.metric.Dialect.Provenance;
import dev.goodput.core.metric.axis.CapWait;
import dev.goodput.core.metric.axis.CutStream;
import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.metric.axis.GoodputBase;
import dev.goodput.core.metric.axis.GoodputForm;
import dev.goodput.core.metric.axis.MissingMetric;
import dev.goodput.core.metric.axis.RequestEnd;
import dev.goodput.core.metric.axis.SingleChunk;
import dev.goodput.core.metric.axis.StdDev;
import dev.goodput.core.metric.axis.TimeZero;
import dev.goodput.core.metric.axis.TokenSources;
import dev.goodput.core.metric.axis.Tpot;
import dev.goodput.core.trace.Coverage;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Every dialect that is known. To add a tool whose choices exist, add one value to the list of its family.
public final class Dialects {
    /// What most client tools have in common; each dialect says where it differs.
    static final Dialect TOOL = Dialect.GOODPUT
            .named("tool", "a client tool")
            .established(Provenance.SOURCE)
            .with(
                    TimeZero.PRE_REQUEST,
                    CapWait.EXCLUDED,
                    FirstToken.ANY_TEXT,
                    Tpot.DECODE_N_MINUS_1,
                    SingleChunk.ZERO,
                    CutStream.OK,
                    StdDev.POPULATION,
                    GoodputForm.NONE,
                    MissingMetric.BAD,
                    GoodputBase.NONE);

    /// A table of requests whose columns a mapping names: times from the actual start, an end of its own.
    static final Dialect TABLE = Dialect.GOODPUT_FROM_SEND
            .named("table", "a table of requests with a mapping")
            .with(RequestEnd.EOF)
            .established(Provenance.DOCUMENTED);

    private static final List<Dialect> ALL = Stream.of(
                    List.of(Dialect.GOODPUT, Dialect.GOODPUT_FROM_SEND, TABLE),
                    NvidiaDialects.ALL,
                    LlmperfDialects.ALL,
                    VllmDialects.ALL,
                    SglangDialects.ALL,
                    OtherDialects.ALL,
                    MlperfDialects.ALL,
                    DocumentDialects.ALL)
            .flatMap(List::stream)
            .toList();

    private Dialects() {}

    /// All of them, ours first, then by family.
    public static List<Dialect> all() {
        return ALL;
    }

    public static Optional<Dialect> byId(String id) {
        return ALL.stream().filter(dialect -> dialect.id().equals(id)).findFirst();
    }

    /// Our own dialect as far as a run's coverage allows. What a file does not keep is taken as its tool had it: the
    /// rule
    /// by which it chose its chunks, the end of its requests, its time zero where there is no schedule.
    public static Dialect ownFor(Coverage coverage) {
        if (coverage.equals(Coverage.FULL)) {
            return Dialect.GOODPUT;
        }
        Dialect source = byId(coverage.source()).orElse(Dialect.GOODPUT);
        boolean keepsChunks =
                coverage.events() == Coverage.Events.ALL || coverage.events() == Coverage.Events.OUTPUT_CHUNKS;
        Dialect own = Dialect.GOODPUT.with(TokenSources.of(Stream.concat(
                        source.on(TokenSources.class).order().stream(),
                        Dialect.GOODPUT.on(TokenSources.class).order().stream())
                // Two chunks of many are no count of tokens.
                .filter(token -> keepsChunks || token != TokenSources.Source.CHUNKS)
                .distinct()
                .toArray(TokenSources.Source[]::new)));
        if (!coverage.schedule()) {
            own = own.with(source.on(TimeZero.class));
        }
        if (coverage.events() != Coverage.Events.ALL) {
            own = own.with(source.on(FirstToken.class));
        }
        // Where all output chunks were kept, the last of them is known, and that is where our own requests end.
        if (coverage.events() != Coverage.Events.ALL && coverage.events() != Coverage.Events.OUTPUT_CHUNKS) {
            own = own.with(source.on(RequestEnd.class));
        }
        if (coverage.events() == Coverage.Events.FIRST_AND_END) {
            own = own.with(source.on(SingleChunk.class));
        }
        return own;
    }

    /// GenAI-Perf, which leaves TTFT out of its ITL.
    public static Dialect genaiPerf() {
        return NvidiaDialects.GENAI_PERF;
    }

    /// LLMPerf, which puts TTFT into its ITL.
    public static Dialect llmperf() {
        return LlmperfDialects.LLMPERF_HEAD;
    }
}
