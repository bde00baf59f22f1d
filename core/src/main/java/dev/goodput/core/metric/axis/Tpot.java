package dev.goodput.core.metric.axis;

/// How decode time becomes time per output token of one request.
public enum Tpot implements Axis {
    DECODE_N_MINUS_1("decode/(n-1)", "is (end − first token) / (tokens − 1)"),
    SPAN_N_MINUS_1("span/(n-1)", "is (last token − first token) / (tokens − 1)"),
    DECODE_AFTER_FIRST("decode/after-first", "is (end − first token) / (tokens after the first chunk)"),
    TOTAL_N("total/n", "is (last token − start) / tokens; TTFT is inside"),
    DECODE_N("decode/n", "is (end − first token) / tokens"),
    SUM_CHUNKS("sum/chunks", "is (last token − start) / (data lines of the stream); TTFT is inside"),
    INFERENCE_N("inference/n", "is (server inference time) / tokens; prefill is inside"),
    NONE("none", "is not computed");

    private final Choice choice;

    Tpot(String id, String words) {
        choice = new Choice("tpot", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
