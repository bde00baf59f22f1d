package dev.goodput.engine.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ServedRequestsTest {
    private static final int TEXT = ChunkKind.TEXT.bit();

    private static Run run(int count, IntFunction<RequestTrace> trace) {
        List<RequestTrace> traces = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            traces.add(trace.apply(i));
        }
        return new Run(SyntheticRun.manifest(), traces);
    }

    private static RequestTrace trace(int index, Chunks chunks, @Nullable Usage usage) {
        Timeline.Builder timeline = new Timeline.Builder(index * 1e6);
        timeline.startNs = index * 1e6;
        timeline.endNs = index * 1e6 + 1e8;
        return new RequestTrace(
                index,
                "r",
                new Asked(100, 3, null),
                timeline.build(),
                chunks,
                usage,
                new Outcome.Completed("stop", true));
    }

    private static Chunks chunks(double... stamps) {
        Chunks.Builder chunks = new Chunks.Builder();
        for (double stamp : stamps) {
            chunks.add(stamp, TEXT, Chunks.TOKENS_UNKNOWN, 4);
        }
        return chunks.build();
    }

    private static ServedRequest first(IntFunction<RequestTrace> trace, int templateTokens) {
        return ServedRequests.of(run(40, trace), templateTokens).all().getFirst();
    }

    @Test
    void aChunkATokenGivesEachItsStamp() {
        ServedRequest request = first(i -> trace(i, chunks(1e8, 2e8, 3e8), Usage.of(120, 3)), 11);

        assertThat(request.tokenNs()).containsExactly(1e8, 2e8, 3e8);
        assertThat(request.promptTokens())
                .as("the server's count knows the template")
                .isEqualTo(120);
    }

    @Test
    void theClientsCountLacksTheTemplate() {
        ServedRequest request = first(i -> trace(i, chunks(1e8, 2e8, 3e8), Usage.of(Usage.UNKNOWN, 3)), 11);

        assertThat(request.promptTokens()).isEqualTo(111);
    }

    @Test
    void oneChunkMoreThanTokensIsTheRole() {
        ServedRequest request = first(i -> trace(i, chunks(0.9e8, 1e8, 2e8, 3e8), Usage.of(120, 3)), 0);

        assertThat(request.tokenNs()).containsExactly(1e8, 2e8, 3e8);
    }

    @Test
    void oneLessIsATokenWithoutTextThatEndsTheAnswer() {
        Chunks chunks = new Chunks.Builder()
                .add(1e8, TEXT, Chunks.TOKENS_UNKNOWN, 4)
                .add(2e8, TEXT, Chunks.TOKENS_UNKNOWN, 4)
                .add(3e8, ChunkKind.FINISH)
                .add(4e8, ChunkKind.USAGE)
                .build();

        assertThat(first(i -> trace(i, chunks, Usage.of(120, 3)), 0).tokenNs()).containsExactly(1e8, 2e8, 3e8);
    }

    @Test
    void tokensThatShareAChunkHaveNoStampButTheLast() {
        Chunks chunks = new Chunks.Builder()
                .add(1e8, TEXT, 1, 4)
                .add(2e8, TEXT, 1, 4)
                .add(3e8, TEXT, 2, 4)
                .add(4e8, TEXT, 6, 4)
                .build();
        Chunks one = chunks(1e8, 2e8, 3e8, 4e8, 5e8, 6e8, 7e8, 8e8, 9e8, 10e8);

        ServedRequest request = first(i -> trace(i, i == 0 ? chunks : one, Usage.of(120, 10)), 0);

        assertThat(request.tokenNs())
                .containsExactly(
                        1e8, 2e8, Double.NaN, 3e8, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, 4e8);
    }

    @Test
    void whatCannotBeFittedIsSaidInOneLine() {
        refuses(run(29, i -> trace(i, chunks(1e8, 2e8, 3e8), Usage.of(120, 3))), "at least 30 completed requests");
        refuses(run(40, i -> trace(i, Chunks.NONE, Usage.of(120, 3))), "no stamp for each chunk");
        refuses(run(40, i -> trace(i, chunks(1e8, 2e8, 3e8), null)), "40 of 40 answers have no token count");
        refuses(run(40, i -> trace(i, chunks(1e8, 3e8), Usage.of(120, 30))), "several a chunk");
        refuses(
                run(40, i -> {
                    RequestTrace whole = trace(i, chunks(1e8, 2e8, 3e8), Usage.of(Usage.UNKNOWN, 3));
                    return new RequestTrace(
                            i,
                            "r",
                            new Asked(Usage.UNKNOWN, 3, null),
                            whole.timeline(),
                            whole.chunks(),
                            whole.usage(),
                            whole.outcome());
                }),
                "no prompt length");
        refuses(run(0, i -> trace(i, Chunks.NONE, null)), "the run has 0");
    }

    private static void refuses(Run run, String words) {
        assertThatThrownBy(() -> ServedRequests.of(run, 0))
                .isInstanceOf(FitException.class)
                .hasMessageContaining(words)
                .hasMessageNotContaining("\n");
    }

    @Test
    void failedRequestsAreCountedAndLeftOut() {
        ServedRequests requests = ServedRequests.of(
                run(40, i -> {
                    RequestTrace whole = trace(i, chunks(1e8, 2e8, 3e8), Usage.of(120, 3));
                    return i % 4 != 0
                            ? whole
                            : new RequestTrace(
                                    i,
                                    "r",
                                    whole.asked(),
                                    whole.timeline(),
                                    whole.chunks(),
                                    null,
                                    new Outcome.Failed(FailureCategory.BROKEN, 200, "gone"));
                }),
                0);

        assertThat(requests.failed()).isEqualTo(10);
        assertThat(requests.all()).hasSize(30);
    }
}
