package dev.goodput.core.metric.printout;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Runs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadgenScenarioTest {
    @ParameterizedTest
    @CsvSource({
        "closed-loop, 1, '0 100 200', SINGLE_STREAM",
        "closed-loop, 4, '0 0 0 0', SERVER",
        "poisson, 0, '0 30 170', SERVER",
        "poisson, 0, '0 0 30', SERVER",
        "unknown, 0, '0 0 0', OFFLINE",
        "unknown, 0, '0 0 50 50', MULTI_STREAM",
        "unknown, 0, '0', SERVER",
    })
    void fromTheSchedule(String kind, int cap, String startsMs, LoadgenScenario scenario) {
        List<RequestTrace> traces = new ArrayList<>();
        for (String startMs : startsMs.split(" ", -1)) {
            double ms = Double.parseDouble(startMs);
            traces.add(request(traces.size()).intended(ms).text(ms + 10).completed());
        }
        Manifest.Schedule schedule = new Manifest.Schedule(kind, cap, 0, 1);
        Run run = Runs.of(Manifest.Status.COMPLETE, schedule, traces.size(), 1_000_000_000, null, traces);
        assertThat(LoadgenScenario.of(run)).isEqualTo(scenario);
    }

    /// As C++ writes a double.
    @ParameterizedTest
    @CsvSource({"26.198334, 26.1983", "1047.93336, 1047.93", "60, 60", "0, 0", "11.11114999, 11.1111"})
    void sixDigits(double value, String written) {
        assertThat(new Form(Form.PLAIN, Form.Style.SIGNIFICANT, 6).write(value)).isEqualTo(written);
    }
}
