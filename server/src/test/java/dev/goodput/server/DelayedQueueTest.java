package dev.goodput.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.engine.ProfileEngine;
import dev.goodput.server.metric.EngineMetrics;
import io.netty.channel.DefaultEventLoop;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@SuppressWarnings("FutureReturnValueIgnored") // ends on its own
class DelayedQueueTest {
    private final DefaultEventLoop loop = new DefaultEventLoop();
    private final LoopEngine clock = new LoopEngine(
            loop,
            new ProfileEngine(TestServers.profile(TestServers.MS), 1),
            new EngineMetrics("m", 0),
            System.nanoTime(),
            new SendLateness());
    private final DelayedQueue queue = new DelayedQueue(clock);
    private final BlockingQueue<String> done = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        loop.shutdownGracefully();
    }

    private void fail(String what) {
        done.add(what);
        throw new IllegalStateException(what);
    }

    @Test
    void whatFailsAtOnceHoldsUpNothing() throws ExecutionException, InterruptedException {
        loop.submit(() -> {
                    assertThatThrownBy(() -> queue.at(0, () -> fail("a"))).hasMessage("a");
                    queue.at(0, () -> done.add("b"));
                    assertThat(done).containsExactly("a", "b");
                    assertThat(queue.size()).isZero();
                })
                .get();
    }

    @Test
    void whatFailsLaterIsDoneOnceAndTheRestFollows() throws ExecutionException, InterruptedException {
        loop.submit(() -> {
                    long soonNs = clock.nowNs() + TestServers.MS;
                    queue.at(soonNs, () -> fail("a"));
                    queue.at(soonNs, () -> done.add("b"));
                    queue.at(soonNs + TestServers.MS, () -> done.add("c"));
                })
                .get();
        assertThat(List.of(done.take(), done.take(), done.take())).containsExactly("a", "b", "c");
        loop.submit(() -> assertThat(queue.size()).isZero()).get();
        assertThat(done).isEmpty();
    }
}
