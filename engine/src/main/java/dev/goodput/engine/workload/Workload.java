package dev.goodput.engine.workload;

import java.util.Iterator;

/// A source of requests, the same for the same seed.
public interface Workload {
    /// One line for people, such as `chat: prompts ~ 800 ± 300 tokens, answers ~ 150 ± 50`.
    String description();

    /// Whether its requests never end.
    boolean isEndless();

    /// Its requests in order of their index. Those with a time come in the order of their times; a turn
    /// of a conversation comes after the request that it follows.
    Iterator<WorkloadRequest> requests(long seed);
}
