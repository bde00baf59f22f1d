package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.trace.Usage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// The rows of LLMPerf's individual responses, column by column.
///
/// @param errorCode the HTTP status of a failed row, 0 where the row says nothing but that it failed, -1 where it did
/// not
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record LlmperfRows(
        double[] itlS,
        double[] ttftS,
        double[] e2eS,
        double[] speed,
        int[] inputTokens,
        int[] outputTokens,
        int[] errorCode,
        List<String> errorMessage) {
    private static final int NO_ERROR = -1;

    static LlmperfRows of(Path file) {
        Numbers itlS = new Numbers();
        Numbers ttftS = new Numbers();
        Numbers e2eS = new Numbers();
        Numbers speed = new Numbers();
        Numbers inputTokens = new Numbers();
        Numbers outputTokens = new Numbers();
        Numbers errorCode = new Numbers();
        List<String> errorMessage = new ArrayList<>();
        RecordDocument.readList(file, (_, row) -> {
            // The Vertex and SageMaker clients write a list here.
            itlS.add(
                    row.child("inter_token_latency_s").node().isNumber()
                            ? row.duration("inter_token_latency_s")
                            : Double.NaN);
            // Vertex writes -1 for a first token that it did not time.
            ttftS.add(row.number("ttft_s") == -1 ? -1 : row.duration("ttft_s"));
            e2eS.add(row.duration("end_to_end_latency_s"));
            speed.add(row.number("request_output_throughput_token_per_s"));
            inputTokens.add(row.count("number_input_tokens"));
            outputTokens.add(row.count("number_output_tokens"));
            errorCode.add(errorCode(row));
            errorMessage.add(row.textOr("error_msg", ""));
        });
        return new LlmperfRows(
                itlS.toArray(),
                ttftS.toArray(),
                e2eS.toArray(),
                speed.toArray(),
                inputTokens.toInts(),
                outputTokens.toInts(),
                errorCode.toInts(),
                errorMessage);
    }

    private static int errorCode(JsonFields row) {
        if (!row.has("error_code")) {
            return NO_ERROR;
        }
        JsonFields code = row.child("error_code");
        double status = code.node().isNumber() ? code.number() : Double.NaN;
        return status >= 100 && status < 600 ? (int) status : 0;
    }

    int size() {
        return itlS.length;
    }

    boolean isFailed(int i) {
        return errorCode[i] != NO_ERROR;
    }

    long completed() {
        return IntStream.range(0, size()).filter(i -> !isFailed(i)).count();
    }

    /// The values of completed rows.
    double[] ofCompleted(double[] column) {
        return IntStream.range(0, size())
                .filter(i -> !isFailed(i))
                .mapToDouble(i -> column[i])
                .toArray();
    }

    double[] ofCompleted(int[] column) {
        return IntStream.range(0, size())
                .filter(i -> !isFailed(i))
                .filter(i -> column[i] != Usage.UNKNOWN)
                .mapToDouble(i -> column[i])
                .toArray();
    }

    /// The newer tool divides by data lines, the older one by its token count, and the file does not say which it was.
    /// Where every row's E2E holds its ITL as often as it has tokens, it was the older one, or the two agree.
    Dialect dialect() {
        String id = dividesByTokens() ? "llmperf-pre59" : "llmperf-head";
        return Dialects.byId(id).orElseThrow();
    }

    String divisorNote() {
        return dividesByTokens()
                ? "every ITL is a whole time over the token count: LLMPerf before PR #59, or a later one on streams with as many data lines"
                : "ITL is the time to the last token over data lines, whose number is not in the file";
    }

    private boolean dividesByTokens() {
        int[] telling = IntStream.range(0, size())
                .filter(i -> !isFailed(i) && outputTokens[i] > 1 && itlS[i] > 0)
                .toArray();
        return telling.length > 0
                && IntStream.of(telling).allMatch(i -> (long) Math.floor(e2eS[i] / itlS[i]) == outputTokens[i]);
    }
}
