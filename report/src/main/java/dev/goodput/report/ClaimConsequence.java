package dev.goodput.report;

import dev.goodput.report.ClaimFigure.Direction;
import dev.goodput.report.ClaimFigure.Kind;
import dev.goodput.report.ClaimFigure.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What follows from a claim by arithmetic.
///
/// @param what such as `each user, at 64 in flight`
/// @param value such as `234 tokens/s, one every 4.27 ms`
/// @param why the rule, and what it takes for granted
record ClaimConsequence(String what, String value, String why) {
    /// Loads to think with where the claim names none.
    private static final List<Integer> EXAMPLES = List.of(16, 64, 256, 1024);

    static List<ClaimConsequence> of(Claim claim) {
        List<ClaimConsequence> found = new ArrayList<>();
        figure(claim, Kind.TOKEN_RATE).ifPresent(rate -> tokenRate(found, claim, rate));
        figure(claim, Kind.REQUEST_RATE).ifPresent(rate -> requestRate(found, claim, rate.value(), ""));
        pace(claim)
                .ifPresent(pace -> found.add(new ClaimConsequence(
                        "a user's speed", Format.rate(1e9 / pace.value()) + " tokens/s", "1 / " + pace.kind())));
        wholeAnswer(claim).ifPresent(found::add);
        return List.copyOf(found);
    }

    private static void tokenRate(List<ClaimConsequence> found, Claim claim, ClaimFigure rate) {
        if (rate.direction() == Direction.INPUT) {
            found.add(new ClaimConsequence(
                    "users",
                    "nothing",
                    "a prefill rate says how fast prompts are read, not how fast answers are written"));
            return;
        }
        if (rate.scope() == Scope.PER_USER) {
            found.add(new ClaimConsequence(
                    "time between tokens", Format.time(1e9 / rate.value()), "1 / speed, on average over the answer"));
            if (claim.concurrency() > 0) {
                found.add(new ClaimConsequence(
                        "in all",
                        Format.rate(rate.value() * claim.concurrency()) + " tokens/s",
                        "speed × " + claim.concurrency() + " in flight, if all write all the time"));
            }
            return;
        }
        double total = rate.value();
        if (rate.scope() == Scope.PER_GPU && claim.gpus() > 1) {
            total = rate.value() * claim.gpus();
            found.add(new ClaimConsequence(
                    "in all", Format.rate(total) + " tokens/s", "rate × " + claim.gpus() + " GPUs, if it scales"));
        } else if (claim.gpus() > 1) {
            found.add(new ClaimConsequence(
                    "each GPU", Format.rate(total / claim.gpus()) + " tokens/s", "rate / " + claim.gpus() + " GPUs"));
        }
        String caveat = rate.direction() == Direction.OUTPUT ? "" : ", if only output tokens are counted";
        List<Integer> loads = claim.concurrency() > 0 ? List.of(claim.concurrency()) : EXAMPLES;
        for (int load : loads) {
            double each = total / load;
            found.add(new ClaimConsequence(
                    "each user, at " + Format.count(load) + " in flight",
                    Format.rate(each) + " tokens/s, one every " + Format.time(1e9 / each),
                    "rate / requests in flight, TTFT included" + caveat));
        }
        if (claim.outputTokens() > 0) {
            double requests = total / claim.outputTokens();
            found.add(new ClaimConsequence(
                    "requests",
                    Format.rate(requests) + " requests/s",
                    "rate / " + Format.count(claim.outputTokens()) + " output tokens" + caveat));
            requestRate(found, claim, requests, caveat);
        }
    }

    /// Little's law, whichever of its three numbers is missing.
    private static void requestRate(List<ClaimConsequence> found, Claim claim, double perSecond, String caveat) {
        if (claim.concurrency() > 0) {
            found.add(new ClaimConsequence(
                    "mean E2E",
                    Format.time(claim.concurrency() / perSecond * 1e9),
                    "Little's law: requests in flight / requests per second, in a steady state" + caveat));
            return;
        }
        figure(claim, Kind.E2E)
                .filter(e2e -> e2e.statistic().isEmpty() || e2e.statistic().equals("mean"))
                .ifPresent(e2e -> found.add(new ClaimConsequence(
                        "requests in flight",
                        Format.rate(perSecond * e2e.value() / 1e9),
                        "Little's law: requests per second × mean E2E, in a steady state" + caveat)));
    }

    private static Optional<ClaimConsequence> wholeAnswer(Claim claim) {
        Optional<ClaimFigure> ttft = figure(claim, Kind.TTFT);
        Optional<ClaimFigure> pace = pace(claim);
        if (ttft.isEmpty() || pace.isEmpty() || claim.outputTokens() < 2) {
            return Optional.empty();
        }
        double e2e =
                ttft.get().value() + (claim.outputTokens() - 1) * pace.get().value();
        return Optional.of(new ClaimConsequence(
                "E2E of " + Format.count(claim.outputTokens()) + " tokens",
                Format.time(e2e),
                "TTFT + (tokens − 1) × time per token: exact for one request, not for percentiles"));
    }

    private static Optional<ClaimFigure> pace(Claim claim) {
        return figure(claim, Kind.TPOT).or(() -> figure(claim, Kind.ITL));
    }

    private static Optional<ClaimFigure> figure(Claim claim, Kind kind) {
        return claim.figures().stream()
                .filter(figure -> figure.kind() == kind && figure.value() > 0)
                .findFirst();
    }
}
