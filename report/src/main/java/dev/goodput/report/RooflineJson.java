package dev.goodput.report;

import dev.goodput.engine.cost.Breakdown;
import dev.goodput.engine.cost.Deployment;
import dev.goodput.engine.cost.Efficiency;
import dev.goodput.engine.cost.KvMemory;
import dev.goodput.engine.cost.Roofline;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// [RooflineReport] for scripts. Bytes and FLOPs are those of each GPU, times milliseconds.
final class RooflineJson {
    private static final String SCHEMA = "goodput.roofline/1";

    private RooflineJson() {}

    private record Document(
            String schema,
            String gpu,
            String model,
            int tensorParallel,
            String weights,
            String kvCache,
            double computeEfficiency,
            double bandwidthEfficiency,
            double weightsTotalBytes,
            long kvCacheTokens,
            @Nullable Double measuredMs,
            List<DecodeStep> decode,
            List<StepFacts> prompt,
            List<String> notices) {}

    private record DecodeStep(
            int batch,
            int contextTokens,
            boolean fits,
            double tokensPerSecond,
            @Nullable Double floorMs,
            StepFacts step) {}

    private record StepFacts(
            double weightBytes,
            double kvBytes,
            double flops,
            @Nullable Double memoryMs,
            @Nullable Double computeMs,
            @Nullable Double communicationMs,
            @Nullable Double overheadMs,
            @Nullable Double stepMs,
            String bound) {}

    static String of(RooflineReport report) {
        RooflineInput input = report.input();
        Roofline roofline = report.roofline();
        Roofline peak = roofline.atPeak();
        Deployment deployment = roofline.deployment();
        Efficiency efficiency = deployment.efficiency();
        KvMemory memory = KvMemory.of(roofline);
        List<DecodeStep> decode = new ArrayList<>();
        for (int context : input.contexts()) {
            for (int batch : input.batches()) {
                Breakdown step = roofline.decode(batch, context);
                decode.add(new DecodeStep(
                        batch,
                        context,
                        memory.fits(batch, context),
                        batch / step.stepNs() * 1e9,
                        Json.ms(peak.decode(batch, context).stepNs()),
                        facts(step)));
            }
        }
        return Json.file(new Document(
                SCHEMA,
                PlainText.clean(deployment.gpu().name()),
                PlainText.clean(deployment.model().name()),
                deployment.tensorParallel(),
                deployment.weights().id(),
                deployment.kv().id(),
                efficiency.compute(),
                efficiency.bandwidth(),
                roofline.weights().total(),
                memory.tokens(),
                input.measuredNs().isPresent() ? Json.ms(input.measuredNs().getAsDouble()) : null,
                decode,
                roofline.prompt(input.promptTokens(), input.chunkTokens()).stream()
                        .map(RooflineJson::facts)
                        .toList(),
                report.notices()));
    }

    private static StepFacts facts(Breakdown step) {
        return new StepFacts(
                step.weightBytes(),
                step.kvBytes(),
                step.flops(),
                Json.ms(step.memoryNs()),
                Json.ms(step.computeNs()),
                Json.ms(step.communicationNs()),
                Json.ms(step.overheadNs()),
                Json.ms(step.stepNs()),
                RooflineFormat.bound(step));
    }
}
