package dev.goodput.runs.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.metric.Reading;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What was imported of a request against what the server logged of the same request. A client sees an answer later
/// than
/// the server sent it, never earlier; how much later is its overhead on a busy machine.
class TruthOfServersTest {
    /// Two clocks on one machine, read in different places of the same exchange.
    private static final double CLOCKS_NS = 1e6;

    private static final double MOST_OVERHEAD_NS = 150e6;

    @ParameterizedTest
    @CsvSource(textBlock = """
            guidellm/D_goodput,      chatcmpl-, 16
            guidellm/E_trouble,      chatcmpl-, 11
            guidellm/F_one_token,    chatcmpl-,  6
            guidellm/G_sweep,        chatcmpl-, 18
            inference-perf/A_plain,  cmpl-,     16
            inference-perf/B_chunky, cmpl-,     24
            inference-perf/E_trouble, cmpl-,    23
            """)
    void requestsAgreeWithTheServersLog(String scenario, String prefix, int told) {
        Map<Integer, Captures.Served> truth = Captures.truth(scenario);
        int compared = 0;
        for (Imported imported : Captures.read(scenario)) {
            for (RequestTrace trace : imported.run().traces()) {
                if (!trace.isCompleted()) {
                    continue;
                }
                assertThat(trace.id()).startsWith(prefix);
                Captures.Served served = Objects.requireNonNull(
                        truth.get(Integer.parseInt(trace.id().substring(prefix.length()))));
                Reading reading = Reading.of(trace, imported.dialect());
                Usage usage = Objects.requireNonNull(trace.usage());
                assertThat(usage.completionTokens()).isEqualTo(served.outputTokens());
                assertThat(reading.ttftNs() - served.ttftNs()).isBetween(-CLOCKS_NS, MOST_OVERHEAD_NS);
                assertThat(reading.e2eNs() - served.e2eNs()).isBetween(-CLOCKS_NS, MOST_OVERHEAD_NS);
                compared++;
            }
        }
        assertThat(compared).isEqualTo(told);
    }

    @Test
    void noRequestOfTheServersLogIsLost() {
        Map<Integer, Captures.Served> truth = Captures.truth("inference-perf/E_trouble");
        List<RequestTrace> traces =
                Captures.read("inference-perf/E_trouble").getFirst().run().traces();
        long troubled = truth.values().stream()
                .filter(served -> served.ttftNs() < 0 || served.outputTokens() < 20)
                .count();

        assertThat(traces).hasSize(truth.size());
        assertThat(traces.stream().filter(trace -> !trace.isCompleted())).hasSize((int) troubled);
    }

    /// The server's log of these has failed requests in a file of their own, with what was sent before the cut.
    @Test
    void whatCameBeforeAStreamBrokeIsKept() throws IOException {
        List<RequestTrace> failed = Captures.read("guidellm/E_trouble").getFirst().run().traces().stream()
                .filter(trace -> !trace.isCompleted())
                .toList();
        List<Integer> sent = Files.readAllLines(
                        Captures.of("guidellm/E_trouble").resolve("truth_trouble.csv"))
                .stream()
                .skip(1)
                .map(line -> Integer.valueOf(line.split(",", -1)[3]))
                .toList();

        assertThat(failed.stream()
                        .map(trace -> trace.chunks().size() + trace.chunks().unstamped()))
                .containsExactlyElementsOf(sent);
    }
}
