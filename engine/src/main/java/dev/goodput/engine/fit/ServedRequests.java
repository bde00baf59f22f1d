package dev.goodput.engine.fit;

import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Usage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// The requests of a run as the engine served them, in the order in which they were sent.
///
/// @param failed requests that are not among them because they failed: what they asked of the engine is
///     not known
/// @param clientCounted those whose prompt length is the client's count and not the server's
record ServedRequests(List<ServedRequest> all, int failed, int clientCounted) {
    /// With fewer, neither the windows of speed nor a percentile mean anything.
    static final int LEAST = 30;

    /// Tokens that came in a chunk with others have no stamp of their own; beyond this share steps
    /// cannot be told.
    private static final double MOST_MERGED = 0.2;

    /// @param templateTokens what the chat template adds to a prompt that the client counted
    /// @throws FitException when the run does not hold what a fit needs
    static ServedRequests of(Run run, int templateTokens) {
        List<ServedRequest> served = new ArrayList<>();
        int failed = 0;
        int withoutUsage = 0;
        int withoutPrompt = 0;
        int withoutStamps = 0;
        int clientCounted = 0;
        for (RequestTrace trace : run.traces()) {
            int server = trace.usage() == null ? Usage.UNKNOWN : trace.usage().promptTokens();
            int prompt = server > 0 ? server : trace.asked().promptTokens() + templateTokens;
            int tokens = outputTokens(trace);
            if (!trace.isCompleted()) {
                failed++;
            } else if (tokens < 1) {
                withoutUsage++;
            } else if (server <= 0 && trace.asked().promptTokens() <= 0) {
                withoutPrompt++;
            } else {
                double[] stamps = stamps(trace.chunks(), tokens);
                if (stamps.length == 0 || !Stamp.isKnown(trace.timeline().startNs())) {
                    withoutStamps++;
                } else {
                    clientCounted += server > 0 ? 0 : 1;
                    served.add(request(trace, prompt, stamps));
                }
            }
        }
        int completed = run.traces().size() - failed;
        refuse(completed, withoutUsage, withoutPrompt, withoutStamps);
        if (served.size() < LEAST) {
            throw new FitException("a fit needs at least " + LEAST + " completed requests, and the run has "
                    + served.size() + "; a few hundred give errors of a per cent");
        }
        long tokens = served.stream().mapToLong(ServedRequest::outputTokens).sum();
        long stamped = served.stream().mapToLong(ServedRequest::stamped).sum();
        if (stamped < tokens * (1 - MOST_MERGED)) {
            throw new FitException("only " + stamped + " of " + tokens
                    + " tokens have a stamp of their own, the others came several a chunk, so steps cannot be told;"
                    + " let the server send every token (vLLM: --stream-interval 1)");
        }
        return new ServedRequests(fromZero(served), failed, clientCounted);
    }

    private static void refuse(int completed, int withoutUsage, int withoutPrompt, int withoutStamps) {
        if (withoutUsage > 0) {
            throw new FitException(withoutUsage + " of " + completed + " answers have no token count;"
                    + " a fit needs the server's usage (stream_options: include_usage)");
        }
        if (withoutPrompt > 0) {
            throw new FitException(withoutPrompt + " of " + completed + " requests have no prompt length,"
                    + " neither the server's usage nor the client's count; a fit needs it");
        }
        if (withoutStamps > 0) {
            throw new FitException(withoutStamps + " of " + completed + " answers have no stamp for each chunk;"
                    + " a fit needs them: a run of goodput, or another tool's detailed file (vLLM: --save-detailed)");
        }
    }

    private static int outputTokens(RequestTrace trace) {
        Usage usage = trace.usage();
        return usage != null && usage.completionTokens() > 0 ? usage.completionTokens() : told(trace.chunks());
    }

    /// As told chunk by chunk, or 0.
    private static int told(Chunks chunks) {
        int told = 0;
        for (int i = 0; i < chunks.size(); i++) {
            if (chunks.isOutput(i)) {
                if (chunks.tokens(i) == Chunks.TOKENS_UNKNOWN) {
                    return 0;
                }
                told += chunks.tokens(i);
            }
        }
        return told;
    }

    private static ServedRequest request(RequestTrace trace, int prompt, double[] stamps) {
        Usage usage = trace.usage();
        int cached = usage == null ? 0 : Math.clamp(usage.cachedTokens(), 0, prompt - 1);
        double startNs = Stamp.isKnown(trace.timeline().sendStartNs())
                ? trace.timeline().sendStartNs()
                : trace.timeline().startNs();
        double endNs =
                Stamp.isKnown(trace.timeline().endNs()) ? trace.timeline().endNs() : stamps[stamps.length - 1];
        return new ServedRequest(trace.index(), startNs, endNs, prompt, cached, stamps);
    }

    /// One stamp a token; empty when the chunks do not tell.
    private static double[] stamps(Chunks chunks, int tokens) {
        double[] stamps = new double[tokens];
        Arrays.fill(stamps, Stamp.UNKNOWN);
        if (told(chunks) == tokens) {
            int last = -1;
            for (int i = 0; i < chunks.size(); i++) {
                if (chunks.isOutput(i) && chunks.tokens(i) > 0) {
                    if (last < 0) {
                        stamps[0] = chunks.arrivalNs(i);
                    }
                    last += chunks.tokens(i);
                    stamps[last] = chunks.arrivalNs(i);
                }
            }
            return stamps;
        }
        double[] arrivals = arrivals(chunks);
        int from = arrivals.length == tokens + 1 ? 1 : 0;
        if (arrivals.length - from == tokens || arrivals.length == tokens - 1) {
            // One chunk more than tokens: the first is the role's. One less: the last token, which ends
            // the answer, has no text and comes with the finish reason.
            System.arraycopy(arrivals, from, stamps, 0, Math.min(arrivals.length - from, tokens));
            stamps[tokens - 1] = Stamp.isKnown(stamps[tokens - 1]) ? stamps[tokens - 1] : finishNs(chunks);
        } else if (arrivals.length > 1) {
            stamps[0] = arrivals[0];
            stamps[tokens - 1] = arrivals[arrivals.length - 1];
        }
        return Stamp.isKnown(stamps[0]) && Stamp.isKnown(stamps[tokens - 1]) ? stamps : new double[0];
    }

    private static double[] arrivals(Chunks chunks) {
        double[] arrivals = new double[chunks.size()];
        int count = 0;
        for (int i = 0; i < chunks.size(); i++) {
            if (chunks.isOutput(i)) {
                arrivals[count++] = chunks.arrivalNs(i);
            }
        }
        return Arrays.copyOf(arrivals, count);
    }

    private static double finishNs(Chunks chunks) {
        for (int i = chunks.size() - 1; i >= 0; i--) {
            if (chunks.is(i, ChunkKind.FINISH) || chunks.isOutput(i)) {
                return chunks.arrivalNs(i);
            }
        }
        return Stamp.UNKNOWN;
    }

    /// In order of their start, the first start being 0.
    private static List<ServedRequest> fromZero(List<ServedRequest> served) {
        double zeroNs =
                served.stream().mapToDouble(ServedRequest::startNs).min().orElse(0);
        return served.stream()
                .map(request -> new ServedRequest(
                        request.index(),
                        request.startNs() - zeroNs,
                        request.endNs() - zeroNs,
                        request.promptTokens(),
                        request.cachedTokens(),
                        Arrays.stream(request.tokenNs())
                                .map(stamp -> stamp - zeroNs)
                                .toArray()))
                .sorted(Comparator.comparingDouble(ServedRequest::startNs).thenComparingLong(ServedRequest::index))
                .toList();
    }
}
