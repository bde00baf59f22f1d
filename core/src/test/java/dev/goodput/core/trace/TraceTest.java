package dev.goodput.core.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The record keeps what it is given, and refuses what cannot be.
class TraceTest {

    @Test
    void chunksAreCopiedAndKeptColumnByColumn() {
        double[] arrivals = {1, 2, 2};
        Chunks chunks = Chunks.of(arrivals, new int[] {1, 2, 64}, new int[] {-1, 3, -1}, new int[] {0, 12, 0});
        arrivals[0] = 99;
        assertThat(chunks.arrivalNs(0)).isEqualTo(1);
        assertThat(chunks.tokens(1)).isEqualTo(3);
        assertThat(chunks.chars(1)).isEqualTo(12);
        assertThat(chunks.is(2, ChunkKind.USAGE)).isTrue();
        assertThat(chunks.isOutput(0)).isFalse();
        assertThat(chunks.isOutput(1)).isTrue();
    }

    @Test
    void chunksInDisorderAreRefused() {
        assertThatThrownBy(() -> Chunks.of(new double[] {2, 1}, new int[2], new int[2], new int[2]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("chunk 1 arrived before chunk 0");
        assertThatThrownBy(() -> Chunks.of(new double[2], new int[2], new int[1], new int[2]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 token counts");
    }

    @Test
    void theBuilderGrowsAndEqualsTheColumns() {
        Chunks.Builder builder = new Chunks.Builder();
        double[] arrivals = new double[1000];
        int[] kinds = new int[1000];
        for (int i = 0; i < 1000; i++) {
            arrivals[i] = i;
            kinds[i] = ChunkKind.TEXT.bit() | ChunkKind.CHOICES.bit();
            builder.text(i, 1, 4);
        }
        int[] ones = new int[1000];
        Arrays.fill(ones, 1);
        int[] fours = new int[1000];
        Arrays.fill(fours, 4);
        Chunks columns = Chunks.of(arrivals, kinds, ones, fours);
        assertThat(builder.size()).isEqualTo(1000);
        assertThat(builder.build())
                .isEqualTo(columns)
                .hasSameHashCodeAs(columns)
                .hasToString("1000 chunks");
        assertThat(builder.add(2000, ChunkKind.DONE).build()).isNotEqualTo(columns);
        assertThat(Chunks.NONE.isEmpty()).isTrue();
    }

    /// The bits are on disk: one each, and never another.
    @Test
    void kindsHaveTheirBits() {
        assertThat(Arrays.stream(ChunkKind.values()).mapToInt(ChunkKind::bit))
                .containsExactly(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096);
        assertThat(Arrays.stream(ChunkKind.values()).filter(kind -> ChunkKind.isOutput(kind.bit())))
                .containsExactly(ChunkKind.TEXT, ChunkKind.REASONING, ChunkKind.TOOL_CALL);
    }

    @Test
    void stampsNotTakenGiveNoTimes() {
        assertThat(Stamp.between(5, 12)).isEqualTo(7);
        assertThat(Stamp.between(-5, 12)).isEqualTo(17);
        assertThat(Stamp.between(Stamp.UNKNOWN, 12)).isNaN();
        assertThat(Stamp.between(12, Stamp.UNKNOWN)).isNaN();
        assertThat(Stamp.isKnown(-1)).isTrue();
    }

    @Test
    void longErrorMessagesAreCutBetweenCharacters() {
        String body = "x".repeat(199) + "\ud83d\ude00" + "y".repeat(50);
        String kept = new Outcome.Failed(FailureCategory.HTTP_STATUS, 500, body).message();
        assertThat(kept).isEqualTo("x".repeat(199));
        assertThat(new Outcome.Failed(FailureCategory.HTTP_STATUS, 500, "x".repeat(300)).message())
                .hasSize(Outcome.Failed.MAX_MESSAGE_CHARS);
        assertThat(new Outcome.Failed(FailureCategory.HTTP_STATUS, 500, "short").message())
                .isEqualTo("short");
    }

    /// Traces are written as requests end; a run holds them in the order of the schedule.
    @Test
    void aRunIsInScheduleOrder() {
        Run run = Runs.of(List.of(TraceBuilder.neverSent(2), TraceBuilder.neverSent(0), TraceBuilder.neverSent(1)));
        assertThat(run.traces()).extracting(RequestTrace::index).containsExactly(0L, 1L, 2L);
        assertThat(run.scheduledRequests()).isEqualTo(3);
    }

    /// Only what a user can look at in the network or the server counts as not reachable.
    @Test
    void categoriesHaveOneSideEach() {
        for (FailureCategory category : FailureCategory.values()) {
            assertThat(category.words()).isNotBlank();
            if (category.isUnreachable()) {
                assertThat(category.side()).isEqualTo(FailureCategory.Side.NETWORK);
            }
        }
        assertThat(FailureCategory.HTTP_STATUS.isUnreachable()).isFalse();
    }
}
