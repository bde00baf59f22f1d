package dev.goodput.runs;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloException;
import dev.goodput.core.slo.Suggestions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The SLOs in the jar: one YAML file each, of the form that users write, with its source and version. Reached
/// as `preset:ID`.
public final class SloPresets {
    public static final String PREFIX = "preset:";

    /// By kind of use first, then MLPerf's by model and scenario, then those of papers.
    public static final List<String> IDS = List.of(
            "streaming-chat",
            "enterprise-chat",
            "voice",
            "agent",
            "one-shot",
            "consumer-70b-2026",
            "canary",
            "mlperf-llama2-70b-server",
            "mlperf-llama2-70b-interactive",
            "mlperf-llama3.1-8b-server",
            "mlperf-llama3.1-8b-interactive",
            "mlperf-llama3.1-405b-server",
            "mlperf-llama3.1-405b-interactive",
            "mlperf-mixtral-8x7b-server",
            "mlperf-deepseek-r1-server",
            "mlperf-deepseek-r1-interactive",
            "mlperf-gpt-oss-120b-server",
            "mlperf-gpt-oss-120b-interactive",
            "mlperf-qwen3-vl-235b-server",
            "mlperf-qwen3-vl-235b-interactive",
            "mlperf-gptj-server",
            "mooncake-long-context",
            "splitwise-relative");

    private SloPresets() {}

    /// @throws SloException when there is no such preset
    public static Slo byId(String id) {
        return SloFile.parse(text(id), PREFIX + id);
    }

    /// The file of a preset, comments included.
    ///
    /// @throws SloException when there is no such preset
    public static String text(String id) {
        if (!IDS.contains(id)) {
            throw new SloException("no preset '" + id + "'"
                    + Suggestions.nearest(id, IDS)
                            .map(nearest -> "; did you mean '" + nearest + "'?")
                            .orElse("; see 'goodput slo show'"));
        }
        try (InputStream in = SloPresets.class.getResourceAsStream("presets/" + id + ".yaml")) {
            if (in == null) {
                throw new IllegalStateException("preset " + id + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
