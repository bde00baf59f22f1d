package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.engine.cost.Calibrated;
import dev.goodput.engine.cost.Calibration;
import dev.goodput.engine.cost.StepCost;
import dev.goodput.engine.fit.EngineFit;
import dev.goodput.engine.fit.FitSettings;
import dev.goodput.engine.fit.Prediction;
import dev.goodput.engine.fit.Terms;
import dev.goodput.engine.serving.Cluster;
import dev.goodput.engine.serving.ClusterConfig;
import dev.goodput.engine.serving.EngineConfig;
import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.Prompt;
import dev.goodput.engine.sim.Network;
import dev.goodput.engine.sim.Simulation;
import dev.goodput.engine.workload.WorkloadRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FitReportTest {
    private static final String HOSTILE = "</script><img/onerror=alert(1)>\u001b[31m|`**x**`\u202e";
    private static final StepCost SLOW = new Calibration(
                    new Calibrated(5, 0.02, 0.0002),
                    List.of(0.8, 0.9, 1.0, 1.1, 1.2),
                    1_000_000_000L,
                    List.of(0.8, 1.3, 1.1, 0.7))
            .cost(1, 0);
    private static final Run FITTED = run(SLOW, 2_048, false);
    private static final Run OTHER = run(new Calibrated(6, 0.024, 0.00024), 256, true);
    private static final EngineFit FIT = EngineFit.of(FITTED, FitSettings.UNKNOWN, Terms.USUAL);
    private static final FitReport REPORT = report("runs/unchunked", "runs/chunked");

    private static FitReport report(String name, String other) {
        return new FitReport(new FitInput(
                name,
                FITTED.manifest(),
                FIT,
                List.of(
                        new FitInput.Predicted(name, Prediction.inSample(FIT)),
                        new FitInput.Predicted(other, Prediction.of(FIT, OTHER, FitSettings.UNKNOWN)))));
    }

    private static Run run(StepCost cost, int budget, boolean chunked) {
        EngineConfig.Builder config = new EngineConfig.Builder();
        config.maxBatchedTokens = budget;
        config.chunkedPrefill = chunked;
        config.maxModelLen = 2_048;
        SplittableRandom random = new SplittableRandom(4);
        List<WorkloadRequest> requests = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            requests.add(new WorkloadRequest(
                    i,
                    EngineRequest.of(Prompt.of(i, random.nextInt(90, 1_700)), random.nextInt(20, 120), i),
                    null,
                    new WorkloadRequest.WhenFree()));
        }
        List<RequestTrace> traces = new ArrayList<>();
        Simulation.run(
                new Cluster(ClusterConfig.single(config.build()), _ -> cost, 1, null),
                Network.NONE,
                requests.iterator(),
                new Simulation.Limits(8, 0, 0),
                traces::add);
        return new Run(SampleRuns.healthy(1).manifest(), traces);
    }

    @Test
    void theTerminalSaysCoefficientsErrorsAndWhoseTheErrorIs() {
        String text = REPORT.terminal(TerminalStyle.PLAIN);

        assertThat(text.lines().findFirst().orElseThrow())
                .matches("A step takes [0-9.]+ ms \\+ [0-9.]+ ms for a prompt token( \\+ .*)?");
        assertThat(text.replaceAll("\\s+", " "))
                .contains("the machine's speed drifted")
                .contains("prefill-ms-per-token time of a prompt token 0.0")
                .contains("with one number of runs/chunked, the speed of its steps without prefill")
                .contains("that much is the model's, the rest the machine's")
                .contains("Prediction of runs/chunked (chunked prefill, 256 tokens a step)")
                .contains("measured A B C O")
                .contains("Its own run simulated")
                .contains("chunked prefill off (max-batched-tokens 2048 is assumed");
        assertThat(text.lines()).allMatch(line -> line.length() <= 96 || line.contains("%"));
    }

    @Test
    void theJsonKeepsItsSchema() {
        Schema schema = schema();
        String json = REPORT.json();

        assertThat(schema.validate(json, InputFormat.JSON)).isEmpty();
        assertThat(schema.validate(json.replace("\"front_end_ms\"", "\"e0\""), InputFormat.JSON))
                .isNotEmpty();
        JsonNode document = JsonMapper.shared().readTree(json);
        assertThat(document.at("/engine/chunked_prefill").asBoolean()).isFalse();
        assertThat(document.at("/predictions/0/same_run").asBoolean()).isTrue();
        assertThat(document.at("/predictions/1/engine/max_batched_tokens").asInt())
                .isEqualTo(256);
        assertThat(document.at("/predictions/1/pure_decode_factor").asDouble()).isBetween(1.0, 1.6);
        assertThat(document.at("/steps/found").asInt()).isEqualTo(FIT.stepsFound());
    }

    private static Schema schema() {
        try (InputStream in =
                Objects.requireNonNull(FitReport.class.getResourceAsStream("/schema/goodput.fit-1.schema.json"))) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(in, InputFormat.JSON);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void thePageDrawsTheStepsAndTheSpeed() {
        String html = REPORT.html();

        assertThat(html)
                .contains("Steps, measured against fitted")
                .contains("class=\"good dots\" d=\"M")
                .contains("class=\"all dots\" d=\"M")
                .contains("class=\"good trace\" d=\"M")
                .contains("id=\"prediction-1\"")
                .contains("id=\"in-sample\"")
                .doesNotContain("<script")
                .doesNotContain("NaN");
    }

    @Test
    void namesOfRunsAreHarmlessEverywhere() {
        FitReport hostile = report(HOSTILE, HOSTILE);

        assertThat(hostile.html()).doesNotContain("<img").doesNotContain("\u202e");
        assertThat(hostile.markdown()).doesNotContain("<img").doesNotContain("**x**");
        assertThat(hostile.terminal(TerminalStyle.PLAIN))
                .doesNotContain("\u001b")
                .doesNotContain("\u202e");
        assertThat(hostile.json()).doesNotContain("\u001b").doesNotContain("\u202e");
    }
}
