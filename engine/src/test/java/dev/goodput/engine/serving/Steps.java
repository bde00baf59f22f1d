package dev.goodput.engine.serving;

import dev.goodput.engine.cost.StepCost;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One engine stepped by hand, a second a step, written down as golden schedules are: who computes how
/// much, and who gets which token.
final class Steps {
    static final StepCost ONE = (load, startNs) -> 1_000_000_000L;

    private final Replica replica;
    private final List<Sequence> all = new ArrayList<>();
    private long nowNs;

    Steps(EngineConfig config) {
        replica = new Replica(0, config, ONE, null);
    }

    Scheduler scheduler() {
        return replica.scheduler();
    }

    Heard add(int promptTokens, int outputTokens) {
        return add(promptTokens, outputTokens, 0);
    }

    Heard add(int promptTokens, int outputTokens, int priority) {
        int number = all.size();
        Heard heard = new Heard();
        EngineRequest request = new EngineRequest(
                Prompt.of(number, promptTokens), promptTokens, outputTokens, outputTokens, -number, priority);
        Sequence sequence = new Sequence(request, heard, number, null, null);
        all.add(sequence);
        replica.scheduler().waiting().add(sequence);
        return heard;
    }

    /// The next step, such as `1>t2 7 free=3`: a column a request, then the blocks free after
    /// scheduling.
    String step() {
        List<Integer> before = all.stream().map(sequence -> sequence.produced).toList();
        replica.start(nowNs);
        int free = replica.scheduler().cache().free();
        List<Integer> scheduled =
                all.stream().map(sequence -> sequence.scheduled).toList();
        if (replica.stepEndNs() == ServingEngine.NEVER) {
            return "idle free=" + free;
        }
        nowNs = replica.stepEndNs();
        replica.finish()
                .forEach(sequence -> sequence.release(replica.scheduler().cache()));
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            int produced = all.get(i).produced;
            String tokens = scheduled.get(i) == 0 ? "-" : String.valueOf((int) scheduled.get(i));
            columns.add(produced > before.get(i) ? tokens + ">t" + produced : tokens);
        }
        return columns.stream().collect(Collectors.joining(" ")) + " free=" + free;
    }

    List<String> steps(int count) {
        List<String> steps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            steps.add(step());
        }
        return steps;
    }

    /// What one request was told.
    static final class Heard implements RequestListener {
        final List<Long> tokenNs = new ArrayList<>();
        final List<Long> preemptedNs = new ArrayList<>();
        long admittedNs = -1;
        int cachedTokens = -1;
        boolean ended;

        @Nullable
        Rejection rejection;

        @Override
        public void admitted(long atNs, int cached) {
            admittedNs = atNs;
            cachedTokens = cached;
        }

        @Override
        public void tokens(int count, boolean last, long atNs) {
            for (int i = 0; i < count; i++) {
                tokenNs.add(atNs);
            }
            ended = last;
        }

        @Override
        public void preempted(long atNs) {
            preemptedNs.add(atNs);
        }

        @Override
        public void rejected(Rejection reason, long atNs) {
            rejection = reason;
        }
    }
}
