package dev.goodput.core.trace;

import java.util.List;

/// What a run's traces can be asked for. Our own runs hold everything; a file of another tool holds what that tool
/// kept.
///
/// @param source identifier of the dialect whose tool stamped the traces
/// @param schedule whether intended starts are known; without them coordinated omission is unknown
/// @param starts whether requests can be placed on one clock; without them there is no timeline and no window
/// @param events how much of each stream is there
/// @param failures whether failed requests are in the file
/// @param notes what else a reader must know, in sentences
public record Coverage(
        String source, boolean schedule, boolean starts, Events events, boolean failures, List<String> notes) {

    /// How much of each stream was kept.
    public enum Events {
        /// Every event with what it carried.
        ALL,
        /// The chunks that the tool takes for output, chosen by its own rule; framing is gone.
        OUTPUT_CHUNKS,
        /// Only the first and the last of them.
        FIRST_AND_LAST,
        /// Only the first of them, and when the request ended by the tool's own rule; when the last came is not there.
        FIRST_AND_END,
        /// No stamps inside the request.
        NONE
    }

    /// Everything, stamped by ourselves.
    public static final Coverage FULL = new Coverage("goodput", true, true, Events.ALL, true, List.of());

    public Coverage {
        notes = List.copyOf(notes);
    }
}
