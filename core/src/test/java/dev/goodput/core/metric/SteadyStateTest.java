package dev.goodput.core.metric;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Runs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SteadyStateTest {
    private static final Dialect FROM_SEND = Dialect.GOODPUT_FROM_SEND;

    /// Ten tokens each, 10 ms apart, the first 10 ms after the start.
    private static RequestTrace sent(long index, double startMs) {
        return request(index)
                .intended(startMs)
                .started(startMs)
                .texts(10, startMs + 10, startMs + 100)
                .usage(10)
                .completed();
    }

    private static DialectRun capped(int cap, List<RequestTrace> traces) {
        Manifest.Schedule schedule = new Manifest.Schedule(Manifest.Schedule.CLOSED_LOOP, cap, 0, 1);
        Run run = Runs.of(Manifest.Status.COMPLETE, schedule, traces.size(), 1_000_000_000, null, traces);
        return DialectRun.of(run, FROM_SEND);
    }

    /// Two slots: full from 20 ms, when the second request starts, to 200 ms, when the third ends and only the fourth
    /// is
    /// left. An end comes before a start at the same instant.
    @Test
    void fromTheFirstFullMomentToTheLast() {
        DialectRun seen = capped(2, List.of(sent(0, 0), sent(1, 20), sent(2, 100), sent(3, 120)));
        assertThat(SteadyState.of(seen)).isInstanceOfSatisfying(SteadyState.Found.In.class, found -> {
            SteadyState state = found.state();
            assertThat(state.fromNs()).isEqualTo(20e6);
            assertThat(state.toNs()).isEqualTo(200e6);
            assertThat(state.threshold()).isEqualTo(2);
            assertThat(state.peak()).isEqualTo(2);
            assertThat(state.started().count(Fate.SUCCESS)).isEqualTo(3);
            // Those that end at 100 and 120 ms; the one that ends at 200 is outside.
            assertThat(state.completed()).isEqualTo(2);
            // From 20 ms on: 9, 10, all but the last of 10, and those at 130 to 190 ms.
            assertThat(state.chunks()).isEqualTo(9 + 10 + 9 + 7);
            assertThat(state.perSecond(18)).isEqualTo(100);
        });
    }

    @Test
    void aCapThatIsNeverReached() {
        DialectRun seen = capped(4, List.of(sent(0, 0), sent(1, 20)));
        assertThat(SteadyState.of(seen))
                .isEqualTo(new SteadyState.Found.Not("so many requests were never in flight at once"));
    }

    /// A request that failed takes no slot in the tool's eyes.
    @Test
    void failuresAreNotCounted() {
        List<RequestTrace> traces = new ArrayList<>(List.of(sent(0, 0)));
        traces.add(request(1).started(20).ended(80).failed(FailureCategory.HTTP_STATUS));
        assertThat(SteadyState.of(capped(2, traces))).isInstanceOf(SteadyState.Found.Not.class);
    }

    @Test
    void withoutACap() {
        assertThat(SteadyState.of(capped(0, List.of(sent(0, 0)))))
                .isEqualTo(new SteadyState.Found.Not("the run had no cap, or does not say which"));
    }
}
