package dev.goodput.report;

import dev.goodput.engine.cost.Breakdown;
import dev.goodput.engine.cost.Deployment;
import dev.goodput.engine.cost.KvMemory;
import dev.goodput.engine.cost.Roofline;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Where a token's time goes: what steps of an engine read and compute, and how long that takes.
///
/// A model that is too big for the GPUs asked for is shown on the fewest that hold it, and that is said.
public final class RooflineReport {
    private final RooflineInput input;
    private final Roofline roofline;
    private final @Nullable String tooBig;

    public RooflineReport(RooflineInput input) {
        this.input = input;
        if (KvMemory.of(input.roofline()).fits(1, input.context())) {
            roofline = input.roofline();
            tooBig = null;
        } else {
            OptionalInt gpus = KvMemory.leastGpus(input.roofline(), input.context());
            roofline = gpus.isPresent() ? input.roofline().withTensorParallel(gpus.getAsInt()) : input.roofline();
            tooBig = tooBig(input, gpus);
        }
    }

    private static String tooBig(RooflineInput input, OptionalInt enough) {
        Deployment deployment = input.roofline().deployment();
        KvMemory memory = KvMemory.of(input.roofline());
        int asked = deployment.tensorParallel();
        String problem = deployment.model().name() + " in "
                + deployment.weights().id() + " does not fit "
                + gpus(deployment, asked) + ": " + RooflineFormat.gb(memory.weightBytes() * asked) + " of weights and "
                + Format.count(input.context()) + " tokens of context, but an engine may use "
                + RooflineFormat.gb(memory.usableBytes() * asked) + " of "
                + RooflineFormat.gb(memory.memoryBytes() * asked);
        return enough.isPresent()
                ? problem + "; shown on " + gpus(deployment, enough.getAsInt()) + ", the fewest that hold it (--tp "
                        + enough.getAsInt() + ")"
                : problem + "; no number of GPUs up to 64 holds it";
    }

    static String gpus(Deployment deployment, int count) {
        return count + " × " + deployment.gpu().name();
    }

    RooflineInput input() {
        return input;
    }

    /// What is shown: as asked, or on as many GPUs as hold the model.
    Roofline roofline() {
        return roofline;
    }

    List<String> notices() {
        return tooBig == null ? List.of() : List.of(PlainText.clean(tooBig));
    }

    /// Model, GPUs and precisions.
    String subject() {
        Deployment deployment = roofline.deployment();
        return PlainText.clean(deployment.model().name() + " on " + gpus(deployment, deployment.tensorParallel())
                + " · " + deployment.weights().id() + " weights, "
                + deployment.kv().id() + " KV cache");
    }

    String headline() {
        Breakdown step = roofline.decode(input.batch(), input.context());
        return Format.ms(step.stepNs()) + " ms a decode step, " + RooflineFormat.bound(step) + "-bound";
    }

    List<Section> sections() {
        RooflineSections sections = new RooflineSections(input, roofline);
        return List.of(sections.decode(), sections.prefill());
    }

    List<String> findings() {
        return new RooflineFindings(input, roofline).all();
    }

    /// For the terminal, ending in a line feed.
    public String terminal(TerminalStyle style) {
        TerminalText text = new TerminalText(style);
        text.line(text.bold(headline()));
        text.paragraph("", subject(), "");
        notices().forEach(notice -> text.paragraph("! ", notice, "1;31"));
        text.blank();
        text.list(findings());
        sections().forEach(text::section);
        return text.toString();
    }

    /// For scripts.
    public String json() {
        return RooflineJson.of(this);
    }

    /// As a page with controls; it needs nothing beside it.
    public String html(String tool) {
        return RooflinePage.render(this, tool);
    }

    /// What is known of a GPU or a model, for `--list`.
    public static String catalogue(TerminalStyle style) {
        TerminalText text = new TerminalText(style);
        RooflineSections.catalogue().forEach(text::section);
        return text.toString();
    }
}
