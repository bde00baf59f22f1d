package dev.goodput.load;

import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.load.http.Call;
import dev.goodput.load.http.Origin;
import dev.goodput.load.http.Proxy;
import dev.goodput.load.http.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/// One tiny streaming request before a run: does the endpoint answer, and how?
public final class Preflight {
    private static final Lengths TINY = new Lengths(8, 0, 2, 0);

    private Preflight() {}

    /// What the preflight found.
    public sealed interface Result {
        /// The endpoint streams.
        ///
        /// @param remarks peculiarities, in sentences
        record Ok(List<String> remarks) implements Result {}

        /// The endpoint cannot be measured.
        ///
        /// @param httpStatus the response's status, or 0 when there was no response
        /// @param message one line for people: what is wrong and what to do
        record Failed(FailureCategory category, int httpStatus, String message) implements Result {}
    }

    /// Sends the request and waits for its end, as long as the deadlines allow.
    ///
    /// @throws IllegalArgumentException if a proxy in the environment is malformed
    public static Result check(Target target, Deadlines deadlines) {
        return check(target, deadlines, System.getenv());
    }

    static Result check(Target target, Deadlines deadlines, Map<String, String> environment) {
        String host = target.baseUrl().getHost();
        Proxy proxy = Proxy.fromEnvironment(environment, target.isTls(), host, target.port());
        Origin origin = Origin.resolve(target.isTls(), host, target.port(), proxy);
        long now = System.nanoTime();
        Prepared request = new Requests(target, TINY, now, false, proxy).request(0);
        try (Transport transport = new Transport(origin, deadlines.limits(), 1)) {
            CompletableFuture<Call> ended = new CompletableFuture<>();
            transport.epoch(now);
            transport.start(new Call(0, request.id(), request.asked(), request.message(), 0, 0, ended::complete));
            Call call = ended.join();
            return switch (call.outcome()) {
                case Outcome.Completed _ -> ok(call.trace(), transport);
                case Outcome.Failed failed
                when failed.category() == FailureCategory.EMPTY -> ok(call.trace(), transport);
                case Outcome.Failed failed ->
                    new Result.Failed(failed.category(), failed.httpStatus(), Advice.line(target, failed));
            };
        }
    }

    private static Result ok(RequestTrace trace, Transport transport) {
        List<String> remarks = new ArrayList<>();
        if (!trace.isCompleted()) {
            remarks.add("The endpoint answers, but the answer to the first small request held no text.");
        }
        if (trace.usage() == null) {
            remarks.add("The endpoint sends no token usage in its streams: chunks stand in for tokens.");
        }
        transport.awaitKeepAlive();
        if (transport.serverClosesAfterAnswers()) {
            remarks.add("The server closes the connection after each answer: every request opens its own.");
        }
        return new Result.Ok(List.copyOf(remarks));
    }
}
