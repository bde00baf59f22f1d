package dev.goodput.core.metric.axis;

/// Whose gaps are pooled, and with what weight.
public enum Itl implements Axis {
    POOLED_CHUNK("pooled-chunk", "pools every gap between chunks; long answers weigh more"),
    POOLED_TOKEN_SPLIT(
            "pooled-token-split", "divides each gap by the tokens of the later chunk and enters it once a token"),
    POOLED_TOKEN_ZERO("pooled-token-zero", "gives every token of a chunk the chunk's stamp; gaps inside a chunk are 0"),
    REQUEST_MEAN("request-mean", "takes one mean per request; requests weigh equally"),
    REQUEST_MEAN_WEIGHTED("request-mean-weighted", "takes one mean per request, weighted by its tokens − 1"),
    ITERATION("iteration", "takes one value per engine step"),
    TAIL10_MEAN("tail10-mean", "takes, per request, the mean of its longest 10 % of gaps"),
    SUM_OVER_TOKENS(
            "sum/tokens",
            "divides the sum of all gaps by the sum of all output tokens, of which an answer has one more"),
    NONE("none", "is not computed");

    private final Choice choice;

    Itl(String id, String words) {
        choice = new Choice("itl", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
