package dev.goodput.server;

import dev.goodput.engine.serving.Rejection;
import dev.goodput.engine.serving.RequestListener;
import dev.goodput.server.fault.FaultWord;
import dev.goodput.server.fault.Faults;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A streamed answer with which something goes wrong. Speed does not matter here: an answer without
/// faults is a [StreamedAnswer].
final class FaultyStream implements RequestListener {
    private final Connection connection;
    private final LoopEngine engine;
    private final AnswerFacts facts;
    private final Faults faults;
    private final FaultyPace pace;
    private final FaultyWriter out;
    private final DelayedQueue pings;
    private final FaultyEvents events;
    private final String role;
    private final long tokensPerChunk;
    private final long emptyEvery;
    private final long reasoningTokens;
    private final long eventsPerWrite;

    private final List<byte[]> write = new ArrayList<>();
    private final StringBuilder chunk = new StringBuilder();
    /// Tokens that were sent or are in the chunk.
    private int produced;
    /// Tokens of which the chunk's text consists.
    private int chunkTokens;

    private long chunks;

    private boolean headSent;
    private boolean roleSent;
    private boolean ended;

    FaultyStream(
            Connection connection,
            LoopEngine engine,
            AnswerFacts facts,
            Faults faults,
            FaultyPace pace,
            DelayedQueue pings,
            FaultyWriter out) {
        this.connection = connection;
        this.engine = engine;
        this.facts = facts;
        this.faults = faults;
        this.pace = pace;
        this.out = out;
        this.pings = pings;
        this.events = new FaultyEvents(facts, faults);
        boolean chat = facts.request().api() == Api.CHAT;
        this.role = chat ? faults.text(FaultWord.ROLE) : "none";
        this.tokensPerChunk = faults.number(FaultWord.TOKENS_PER_CHUNK).orElse(1);
        this.emptyEvery = faults.number(FaultWord.EMPTY_EVERY).orElse(Long.MAX_VALUE);
        this.reasoningTokens = chat ? Math.max(0, faults.tokens(FaultWord.REASONING)) : 0;
        this.eventsPerWrite = faults.number(FaultWord.EVENTS_PER_WRITE).orElse(1);
    }

    /// Starts what goes on while the request waits.
    void begin(long arrivalNs) {
        long everyNs = faults.timeNs(FaultWord.PING);
        if (everyNs > 0) {
            head();
            pingAt(arrivalNs + everyNs, everyNs);
        }
    }

    private void pingAt(long atNs, long everyNs) {
        pings.at(atNs, () -> {
            if (!ended) {
                out.events(List.of(events.ping()));
                pingAt(Math.max(engine.nowNs(), atNs + everyNs), everyNs);
            }
        });
    }

    private void head() {
        if (!headSent) {
            headSent = true;
            out.streamHead();
        }
    }

    @Override
    public void admitted(long atNs, int cachedTokens) {
        pace.head(atNs, () -> {
            head();
            if (role.equals("early")) {
                role();
            }
            goesOn();
        });
    }

    @Override
    public void tokens(int count, boolean last, long atNs) {
        pace.tokens(count, last, atNs, this::token);
    }

    private void token(boolean last) {
        if (ended) {
            return;
        }
        if (produced == 0 && role.isEmpty()) {
            role();
        }
        chunk.append(facts.text().text(produced, last));
        chunkTokens++;
        produced++;
        boolean channelEnds = produced == reasoningTokens;
        if (produced == 1 || chunkTokens >= tokensPerChunk || last || channelEnds || endsHere()) {
            sendChunk(last, channelEnds);
        }
        if (last) {
            finish();
        } else {
            goesOn();
        }
    }

    private void role() {
        roleSent = true;
        send(events.event(events.role()));
    }

    private void sendChunk(boolean last, boolean channelEnds) {
        int before = produced - chunkTokens;
        boolean reasoning = before < reasoningTokens;
        boolean heldBack = ++chunks % emptyEvery == 0 && !last && !channelEnds;
        String text = heldBack ? "" : chunk.toString();
        boolean withRole = role.equals("every") || (role.equals("merged") && !roleSent);
        roleSent = true;
        String json = events.text(text, reasoning, withRole, produced, last && !faults.has(FaultWord.NO_FINISH), last);
        if (isIn(FaultWord.NOT_JSON_AFTER, before)) {
            send(events.event("not JSON <"));
        }
        byte[] event =
                events.event(isIn(FaultWord.BROKEN_JSON_AFTER, before) ? json.substring(0, json.length() / 2) : json);
        send(event);
        if (isIn(FaultWord.DUPLICATE_AFTER, before)) {
            send(event);
        }
        chunkTokens = 0;
        if (!heldBack) {
            chunk.setLength(0);
        }
    }

    /// Whether the chunk at hand holds the token that follows so many.
    private boolean isIn(FaultWord word, int before) {
        long after = faults.tokens(word);
        return after >= before && after < produced;
    }

    /// Ends the answer before its time if it is the time for that.
    private void goesOn() {
        if (produced == faults.tokens(FaultWord.DROP_AFTER)) {
            end(() -> connection.cutOff(true));
        } else if (produced == faults.tokens(FaultWord.CLOSE_AFTER)) {
            end(() -> connection.cutOff(false));
        } else if (produced == faults.tokens(FaultWord.CUT_AFTER)) {
            end();
        } else if (produced == faults.tokens(FaultWord.ERROR_AFTER)) {
            if (!pace.isComplete()) {
                engine.metrics().failed();
            }
            send(events.error());
            if (faults.text(FaultWord.ERROR_SHAPE).isEmpty()
                    || faults.text(FaultWord.ERROR_SHAPE).equals("vllm")) {
                send(events.event("[DONE]"));
            }
            end();
        }
    }

    private boolean endsHere() {
        return produced == faults.tokens(FaultWord.DROP_AFTER)
                || produced == faults.tokens(FaultWord.CLOSE_AFTER)
                || produced == faults.tokens(FaultWord.CUT_AFTER)
                || produced == faults.tokens(FaultWord.ERROR_AFTER);
    }

    private void finish() {
        if (events.hasUsage()) {
            send(events.event(events.usage(produced)));
        }
        if (!faults.has(FaultWord.NO_DONE)) {
            send(events.event("[DONE]"));
        }
        end();
    }

    private void end() {
        ended = true;
        connection.stopGeneration();
        flush();
        out.end();
    }

    private void end(Runnable cutOff) {
        ended = true;
        connection.stopGeneration();
        flush();
        out.then(cutOff);
    }

    private void send(byte[] event) {
        write.add(event);
        if (write.size() >= eventsPerWrite) {
            flush();
        }
    }

    private void flush() {
        if (!write.isEmpty()) {
            out.events(List.copyOf(write));
            write.clear();
        }
    }

    @Override
    public void rejected(Rejection reason, long atNs) {
        if (headSent) {
            // Too late for a status.
            send(events.event(new String(connection.rejection(reason, facts).body(), StandardCharsets.UTF_8)));
            end();
        } else {
            ended = true;
            connection.respond(connection.rejection(reason, facts));
        }
    }
}
