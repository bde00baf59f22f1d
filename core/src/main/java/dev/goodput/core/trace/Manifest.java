package dev.goodput.core.trace;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a run came about: everything a reader needs to trust or repeat it.
///
/// @param tool name and version of the producer, such as `goodput 0.1.0`
/// @param command the full command line, secrets masked
/// @param startedAt wall-clock time of the run's epoch (stamp 0)
/// @param hardware what the user said the endpoint runs on; null when not told
/// @param slo the objective the run was started with, in text form; null when none
/// @param scheduledRequests requests the schedule held up to the end of the run; 0 while running
/// @param windowNs from the epoch to the last event of the run; 0 while running
/// @param host facts about the machine that measured, in the order to print
/// @param remarks what a reader must know, in sentences
/// @param coverage what the traces hold; a manifest that does not say was written by a version that
///     held everything
/// @param engine the modelled engine that answered; null where a real endpoint did
public record Manifest(
        String schema,
        String tool,
        Origin origin,
        Status status,
        List<String> command,
        Instant startedAt,
        @Nullable Endpoint endpoint,
        @Nullable String hardware,
        Workload workload,
        Schedule schedule,
        @Nullable String slo,
        long scheduledRequests,
        long windowNs,
        Map<String, String> host,
        @Nullable ClientHealth clientHealth,
        List<String> remarks,
        Coverage coverage,
        @Nullable Engine engine) {

    public static final String SCHEMA = "goodput.run/1";

    public Manifest {
        coverage = coverage == null ? Coverage.FULL : coverage;
    }

    /// A run that no model answered.
    public Manifest(
            String schema,
            String tool,
            Origin origin,
            Status status,
            List<String> command,
            Instant startedAt,
            @Nullable Endpoint endpoint,
            @Nullable String hardware,
            Workload workload,
            Schedule schedule,
            @Nullable String slo,
            long scheduledRequests,
            long windowNs,
            Map<String, String> host,
            @Nullable ClientHealth clientHealth,
            List<String> remarks,
            Coverage coverage) {
        this(
                schema,
                tool,
                origin,
                status,
                command,
                startedAt,
                endpoint,
                hardware,
                workload,
                schedule,
                slo,
                scheduledRequests,
                windowNs,
                host,
                clientHealth,
                remarks,
                coverage,
                null);
    }

    /// Where the traces came from.
    public enum Origin {
        LOAD,
        SIMULATION,
        IMPORT
    }

    /// How far the run came. A run that was killed still says [#RUNNING].
    public enum Status {
        RUNNING,
        COMPLETE,
        INTERRUPTED
    }

    /// A URL (credentials masked), an API kind (`chat`, `completions`) and a model name.
    public record Endpoint(String url, String api, String model) {}

    /// A modelled engine.
    ///
    /// @param tokenBudget tokens that a step may compute
    /// @param maxSequences requests that a step may hold
    /// @param facts the rest of what a reader should know, in the order to print
    public record Engine(String name, int tokenBudget, int maxSequences, Map<String, String> facts) {
        public Engine {
            name = name == null ? "" : name;
            Map<String, String> known = new LinkedHashMap<>(facts == null ? Map.of() : facts);
            known.values().removeIf(value -> value == null);
            facts = Collections.unmodifiableMap(known);
        }
    }

    /// What was asked.
    ///
    /// @param description one line for people, such as `prompts ~ 800 ± 300 tokens, outputs ~ 150`
    /// @param seed what the lengths and prompts were drawn from
    /// @param exactLengths whether answers were asked to have just the length asked for, not at most
    ///     that
    public record Workload(String description, long seed, boolean exactLengths) {

        /// What was asked where an answer may end early.
        public Workload(String description, long seed) {
            this(description, seed, false);
        }
    }

    /// When requests were meant to start.
    ///
    /// @param kind `closed-loop` (next request when one ends), `poisson` (open loop), `workload` (open
    ///     loop at recorded or described times), or `unknown`
    /// @param concurrency requests in flight at most; 0 without a cap
    /// @param ratePerSecond offered rate of an open loop; 0 in a closed one
    /// @param seed what arrivals were drawn from
    /// @param stopsEarlyWithin the most requests it was planned to have, when it may end as soon as the
    ///     answer is certain; 0 when it may not. Looking again and again takes stricter bounds than
    ///     looking once
    public record Schedule(String kind, int concurrency, double ratePerSecond, long seed, long stopsEarlyWithin) {
        public static final String CLOSED_LOOP = "closed-loop";
        public static final String POISSON = "poisson";
        /// At the times that the workload itself tells, or a recorded trace.
        public static final String WORKLOAD = "workload";

        public static final String UNKNOWN = "unknown";

        /// A schedule that ends when it is done.
        public Schedule(String kind, int concurrency, double ratePerSecond, long seed) {
            this(kind, concurrency, ratePerSecond, seed, 0);
        }

        /// Whether requests start whatever the server does: nobody waits for a slot.
        public boolean isOpenLoop() {
            return (kind.equals(POISSON) || kind.equals(WORKLOAD)) && concurrency == 0;
        }

        public boolean isClosedLoop() {
            return kind.equals(CLOSED_LOOP);
        }
    }

    /// This manifest at the end of its run.
    ///
    /// @param epoch the wall-clock time that stamp 0 turned out to be
    public Manifest finished(
            Status endStatus,
            Instant epoch,
            long scheduled,
            long endNs,
            @Nullable ClientHealth health,
            List<String> endRemarks) {
        return new Manifest(
                schema,
                tool,
                origin,
                endStatus,
                command,
                epoch,
                endpoint,
                hardware,
                workload,
                schedule,
                slo,
                scheduled,
                endNs,
                host,
                health,
                endRemarks,
                coverage,
                engine);
    }
}
