package dev.goodput.report;

import dev.goodput.engine.catalogue.Model;
import dev.goodput.engine.cost.Breakdown;
import dev.goodput.engine.cost.Deployment;
import dev.goodput.engine.cost.KvMemory;
import dev.goodput.engine.cost.Roofline;
import java.util.ArrayList;
import java.util.List;

/// What [RooflineReport] says in sentences.
final class RooflineFindings {
    private static final int MOST_BATCH = 1 << 16;

    private final RooflineInput input;
    private final Roofline roofline;
    private final Deployment deployment;
    private final int gpus;

    RooflineFindings(RooflineInput input, Roofline roofline) {
        this.input = input;
        this.roofline = roofline;
        deployment = roofline.deployment();
        gpus = deployment.tensorParallel();
    }

    List<String> all() {
        List<String> findings = new ArrayList<>();
        findings.add(weights());
        if (input.measuredNs().isPresent()) {
            findings.add(measured(input.measuredNs().getAsDouble()));
        }
        findings.add(bound());
        findings.add(prompt());
        findings.add(memory());
        return findings;
    }

    /// The bytes that make a step's floor, and what is in them.
    private String weights() {
        Model model = deployment.model();
        double bytes = roofline.decode(1, 1).weightBytes();
        String where = gpus == 1 ? "" : " on each GPU";
        String floor = " at " + RooflineFormat.perSecond(deployment.gpu().bandwidth()) + " is at least "
                + Format.ms(bytes / deployment.gpu().bandwidth() * 1e9) + " ms a step";
        if (input.weightsRead().isPresent()) {
            return RooflineFormat.gb(bytes) + " of weights" + where + floor + " (weights as told; the parameters make "
                    + RooflineFormat.gb(computed()) + ")";
        }
        Model.Experts experts = model.experts();
        if (experts != null) {
            return RooflineFormat.gb(bytes) + " of weights" + where + floor + " that generates one token: "
                    + experts.perToken()
                    + " of " + experts.count() + " experts a layer; of all "
                    + RooflineFormat.gb(roofline.weights().total())
                    + ", " + RooflineFormat.gb(roofline.decode(32, 1).weightBytes()) + where
                    + " are expected to be read for 32 tokens";
        }
        return RooflineFormat.gb(bytes) + " of weights" + where + floor + " (all "
                + RooflineFormat.gb(roofline.weights().total())
                + (model.hasTiedEmbeddings()
                        ? "; the embedding table is the LM head and is read"
                        : " but the embedding table, "
                                + RooflineFormat.gb(roofline.weights().embedding())
                                + ", of which a step reads single rows")
                + ")";
    }

    /// What the parameters make, embedding included, where the user told something else.
    private double computed() {
        return new Roofline(deployment).weights().total();
    }

    private String measured(double ns) {
        Breakdown step = roofline.decode(input.batch(), input.context());
        String finding = "measured " + Format.decimals(ns / 1e6, 2) + " ms: reading these weights in it is "
                + speed(step.weightBytes(), ns);
        if (input.weightsRead().isEmpty() && roofline.weights().embedding() > 0) {
            finding += "; with the embedding table, as a file’s size counts it, "
                    + speed(step.weightBytes() + roofline.weights().embedding() / gpus, ns);
        }
        if (step.kvBytes() > step.weightBytes() / 1000) {
            finding += "; with the KV cache of " + sequences(input.batch()) + " of " + Format.count(input.context())
                    + " tokens, " + speed(step.bytes(), ns);
        }
        return finding + reached(step, ns);
    }

    /// The bandwidth efficiency that makes the expected step as long as the measured one, where memory decides.
    private String reached(Breakdown step, double ns) {
        if (step.bound() == Breakdown.Bound.COMPUTE) {
            return "; the step waits for compute, not for this";
        }
        double restNs = step.communicationNs() + step.overheadNs();
        double share = step.bytes() / deployment.gpu().bandwidth() * 1e9 / (ns - restNs);
        if (ns <= restNs || share > 1) {
            return ", more than memory and overhead can do together: a step reads less than is counted here, costs less"
                    + " overhead, or makes several tokens";
        }
        return "; that the rest is " + Format.ms(restNs) + " ms of overhead, --bandwidth-efficiency "
                + RooflineFormat.percent(share) + " describes it";
    }

    private String speed(double bytes, double ns) {
        double speed = bytes / ns * 1e9;
        return RooflineFormat.perSecond(speed) + ", "
                + RooflineFormat.percent(speed / deployment.gpu().bandwidth()) + " of peak bandwidth";
    }

    private static String sequences(int count) {
        return Format.count(count) + (count == 1 ? " sequence" : " sequences");
    }

    /// Up to which batch decode waits for memory.
    private String bound() {
        String start = "decode at " + Format.count(input.context()) + " tokens of context is ";
        if (isComputeBound(1)) {
            return start + "compute-bound at every batch";
        }
        if (!isComputeBound(MOST_BATCH)) {
            return start + "memory-bound at every batch: each further sequence brings more to read than to compute";
        }
        int memory = 1;
        int compute = MOST_BATCH;
        while (compute - memory > 1) {
            int middle = (memory + compute) >>> 1;
            if (isComputeBound(middle)) {
                compute = middle;
            } else {
                memory = middle;
            }
        }
        return start + "memory-bound up to a batch of " + Format.count(memory) + ", and compute-bound beyond";
    }

    private boolean isComputeBound(int batch) {
        return roofline.decode(batch, input.context()).bound() == Breakdown.Bound.COMPUTE;
    }

    private String prompt() {
        List<Breakdown> steps = roofline.prompt(input.promptTokens(), input.chunkTokens());
        Breakdown longest = steps.stream()
                .max((a, b) -> Double.compare(a.stepNs(), b.stepNs()))
                .orElseThrow();
        Breakdown decode = roofline.decode(input.batch(), input.context());
        return "a prompt of " + Format.count(input.promptTokens()) + " tokens takes "
                + Format.time(RooflineSections.sum(steps, Breakdown::stepNs))
                + (steps.size() == 1
                        ? " in one step"
                        : " in " + Format.count(steps.size()) + " steps of up to " + Format.ms(longest.stepNs())
                                + " ms")
                + ", " + RooflineFormat.bound(longest)
                + "-bound; a stream that shares such a step waits that long for a token instead of "
                + Format.ms(decode.stepNs()) + " ms";
    }

    private String memory() {
        KvMemory memory = KvMemory.of(roofline);
        String each = gpus == 1 ? "" : " on each GPU";
        String finding = "memory" + each + ": of " + RooflineFormat.gb(memory.memoryBytes()) + " an engine may use "
                + RooflineFormat.gb(memory.usableBytes()) + " (" + RooflineFormat.percent(KvMemory.UTILISATION) + "): "
                + RooflineFormat.gb(memory.weightBytes()) + " for weights, " + RooflineFormat.gb(memory.otherBytes())
                + " for activations and graphs, ";
        long most = mostSequences(memory);
        return finding
                + (memory.tokens() == 0
                        ? "and nothing is left for a KV cache"
                        : "the rest for " + Format.count(memory.tokens()) + " tokens of KV cache: " + Format.count(most)
                                + (most == 1 ? " sequence" : " sequences") + " of " + Format.count(input.context()));
    }

    private long mostSequences(KvMemory memory) {
        int fits = 0;
        int not = MOST_BATCH;
        while (not - fits > 1) {
            int middle = (fits + not) >>> 1;
            if (memory.fits(middle, input.context())) {
                fits = middle;
            } else {
                not = middle;
            }
        }
        return fits;
    }
}
