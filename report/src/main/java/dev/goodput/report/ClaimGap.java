package dev.goodput.report;

import dev.goodput.report.ClaimFigure.Direction;
import dev.goodput.report.ClaimFigure.Kind;
import dev.goodput.report.ClaimFigure.Scope;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// What a claim can leave out, the gravest first.
enum ClaimGap {
    GOODPUT("which share of requests met which SLO?", "a server that keeps everybody waiting can still be busy"),
    PERCENTILES("TTFT, TPOT and E2E at P50, P90 and P99?", "a rate has no users in it; a mean hides those who waited"),
    SCOPE("per user, per GPU, or in all?", "15,000 in all over 1,000 users is 15 tokens/s for each"),
    DIRECTION("input tokens, output tokens, or both?", "prompts are read many times faster than answers are written"),
    CONCURRENCY("how many requests in flight?", "throughput rises with the batch while every user gets slower"),
    ARRIVALS(
            "closed loop, arrivals at a rate, or all at once?",
            "a closed loop waits for slow answers and hides queues"),
    INPUT_LENGTH("how long were the prompts?", "prefill grows with them, and so does the cache that limits the batch"),
    OUTPUT_LENGTH("how long were the answers?", "long ones spread the first token's cost; short ones are all prefill"),
    MODEL("which model?", "an 8B model moves a ninth of the weights of a 70B one for every token"),
    HARDWARE("on what hardware?", "a number without its hardware can be repeated by nobody"),
    GPU_COUNT("how many GPUs?", "8 of them make the same claim an eighth as good"),
    PRECISION("which precision?", "FP8 or 4 bits is faster, and is another model"),
    ENGINE("which engine, which version?", "defaults change between releases, and speed with them"),
    CACHE("prompts all different, cache cold?", "a prompt seen before is not computed again"),
    TOOL("measured by which tool, which version?", "one request is 7.07 ms a token for GenAI-Perf, 12.00 for LLMPerf"),
    SAMPLE("how many requests, how long, how sure?", "a P99 takes 299 requests to be shown at all");

    private final String question;
    private final String why;

    ClaimGap(String question, String why) {
        this.question = question;
        this.why = why;
    }

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    String question() {
        return question;
    }

    String why() {
        return why;
    }

    /// What the claim leaves out.
    static List<ClaimGap> of(Claim claim) {
        return Arrays.stream(values()).filter(gap -> gap.isOpen(claim)).toList();
    }

    private boolean isOpen(Claim claim) {
        return switch (this) {
            case GOODPUT -> !claim.mentions().contains(Claim.Mention.OBJECTIVE);
            case PERCENTILES ->
                claim.figures().stream()
                        .noneMatch(figure ->
                                figure.kind().isTime() && figure.statistic().matches("p9\\d.*|p\\d\\d\\.\\d"));
            case SCOPE -> anyRate(claim, figure -> figure.scope() == Scope.UNSAID);
            case DIRECTION ->
                anyRate(claim, figure -> figure.direction() == Direction.UNSAID && figure.scope() != Scope.PER_USER);
            case CONCURRENCY -> claim.concurrency() == 0;
            case ARRIVALS -> !claim.mentions().contains(Claim.Mention.ARRIVALS);
            case INPUT_LENGTH -> claim.inputTokens() == 0;
            case OUTPUT_LENGTH -> claim.outputTokens() == 0;
            case MODEL -> claim.model().isEmpty();
            case HARDWARE -> claim.gpu().isEmpty();
            case GPU_COUNT -> claim.gpus() == 0 && !anyRate(claim, figure -> figure.scope() == Scope.PER_GPU);
            case PRECISION -> claim.precision().isEmpty();
            case ENGINE -> !claim.mentions().contains(Claim.Mention.ENGINE_VERSION);
            case CACHE -> !claim.mentions().contains(Claim.Mention.CACHE);
            case TOOL -> !claim.mentions().contains(Claim.Mention.TOOL);
            case SAMPLE -> !claim.mentions().contains(Claim.Mention.SAMPLE);
        };
    }

    private static boolean anyRate(Claim claim, java.util.function.Predicate<ClaimFigure> test) {
        return claim.figures().stream().anyMatch(figure -> figure.kind() == Kind.TOKEN_RATE && test.test(figure));
    }
}
