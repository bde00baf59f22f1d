package dev.goodput.engine.fit;

import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.Prompt;
import dev.goodput.engine.serving.Rejection;
import dev.goodput.engine.serving.RequestListener;
import dev.goodput.engine.serving.ServingEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/// Asks a modelled engine what a run asked of a real one: the same requests in the same order.
final class Replay {
    private final List<ServedRequest> requests;
    private final ServingEngine engine;
    private final Arrivals arrivals;
    private final PriorityQueue<Start> starts = new PriorityQueue<>();
    private final List<Answer> answers = new ArrayList<>();
    private int next;

    private record Start(long atNs, int request) implements Comparable<Start> {
        @Override
        public int compareTo(Start other) {
            int byTime = Long.compare(atNs, other.atNs);
            return byTime != 0 ? byTime : Integer.compare(request, other.request);
        }
    }

    private Replay(List<ServedRequest> requests, ServingEngine engine, Arrivals arrivals) {
        this.requests = requests;
        this.engine = engine;
        this.arrivals = arrivals;
    }

    /// The requests as the modelled engine served them, in the order given.
    ///
    /// @param engine at time 0, idle
    /// @throws FitException when the engine cannot serve them all
    static List<ServedRequest> of(List<ServedRequest> requests, ServingEngine engine, Arrivals arrivals) {
        return new Replay(requests, engine, arrivals).run();
    }

    private List<ServedRequest> run() {
        requests.forEach(request -> answers.add(new Answer(request)));
        int atOnce = switch (arrivals) {
            case Arrivals.Open _ -> requests.size();
            case Arrivals.Closed closed -> Math.min(closed.clients(), requests.size());
        };
        while (next < atOnce) {
            starts.add(new Start(Math.round(requests.get(next).startNs()), next));
            next++;
        }
        while (true) {
            Start start = starts.peek();
            long dueNs = engine.nextDueNs();
            if (start != null && start.atNs() <= dueNs) {
                starts.remove();
                submit(start);
            } else if (dueNs != ServingEngine.NEVER) {
                engine.advanceTo(dueNs);
            } else {
                return answers.stream().map(Answer::served).toList();
            }
        }
    }

    private void submit(Start start) {
        ServedRequest request = requests.get(start.request());
        Answer answer = answers.get(start.request());
        answer.startNs = start.atNs();
        int computed = request.promptTokens() - request.cachedTokens();
        engine.submit(
                start.atNs(),
                EngineRequest.of(Prompt.of(start.request(), computed), request.outputTokens(), start.request()),
                answer);
    }

    private void ended(long atNs) {
        if (arrivals instanceof Arrivals.Closed closed && next < requests.size()) {
            starts.add(new Start(atNs + closed.turnaroundNs(), next));
            next++;
        }
    }

    /// Takes down when the tokens of one answer come.
    private final class Answer implements RequestListener {
        private final ServedRequest asked;
        private final double[] tokenNs;
        private double startNs;
        private int count;

        Answer(ServedRequest asked) {
            this.asked = asked;
            this.tokenNs = new double[asked.outputTokens()];
        }

        @Override
        public void admitted(long atNs, int cachedTokens) {}

        @Override
        public void tokens(int tokens, boolean last, long atNs) {
            for (int i = 0; i < tokens; i++) {
                tokenNs[count++] = atNs;
            }
            if (last) {
                ended(atNs);
            }
        }

        @Override
        public void rejected(Rejection reason, long atNs) {
            throw new FitException("the modelled engine cannot serve request " + asked.index() + " ("
                    + asked.promptTokens() + " prompt tokens): " + reason);
        }

        ServedRequest served() {
            return new ServedRequest(
                    asked.index(),
                    startNs,
                    tokenNs[tokenNs.length - 1],
                    asked.promptTokens(),
                    asked.cachedTokens(),
                    tokenNs);
        }
    }
}
