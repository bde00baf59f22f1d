package dev.goodput.core.metric;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.metric.axis.Tpot;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Runs;
import java.util.List;
import org.junit.jupiter.api.Test;

class DefectTest {
    @Test
    void whatIsRightIsNoDefect() {
        for (Dialect dialect : Dialects.all()) {
            for (Defect defect : Defect.of(dialect)) {
                assertThat(defect.right()).hasSameClassAs(defect.choice()).isNotEqualTo(defect.choice());
                assertThat(Defect.of(defect.right())).as(dialect.id()).isEmpty();
            }
        }
        assertThat(Defect.of(Dialect.GOODPUT)).isEmpty();
    }

    /// A role chunk 100 ms before the first text: vLLM's Rust client says 100 ms, and 200 would be right. Its other
    /// defects do not touch TTFT.
    @Test
    void onlyDefectsThatMoveTheNumberAreNamed() {
        Run run = Runs.of(
                List.of(request(0).role(100).texts(10, 200, 380).usage(10).completed()));
        Measurements ttft = new Measurements(run, new Measure.OfRequests(Quantity.TTFT, Statistic.mean()));
        Dialect rust = Dialects.byId("vllm-rs-033").orElseThrow();
        Repair repair = Repair.of(rust, ttft);
        assertThat(ttft.under(rust)).isEqualTo(new Answer.Value(100e6));
        assertThat(repair.right()).isEqualTo(new Answer.Value(200e6));
        assertThat(repair.defects()).extracting(Defect::choice).containsExactly(FirstToken.ANY_CHOICES);

        Dialect guidellm = Dialects.byId("guidellm").orElseThrow();
        Measurements tpot = new Measurements(run, new Measure.OfRequests(Quantity.TPOT, Statistic.mean()));
        assertThat(Repair.of(guidellm, tpot))
                .isEqualTo(new Repair(Defect.of(Tpot.TOTAL_N).stream().toList(), new Answer.Value(20e6)));
        assertThat(Repair.of(Dialect.GOODPUT, tpot).defects()).isEmpty();
    }
}
