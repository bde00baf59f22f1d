package dev.goodput.engine.fit;

import dev.goodput.engine.cost.Calibration;
import dev.goodput.engine.serving.EngineConfig;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A fitted engine as the YAML file that describes it to a simulation.
public final class EngineDescription {
    private static final double NS_PER_MS = 1e6;

    private EngineDescription() {}

    /// @param source what it was fitted to, for the comment at its head; on one line
    public static String yaml(EngineFit fit, String source) {
        EngineConfig engine = fit.engine();
        Calibration calibration = fit.calibration();
        StringBuilder yaml = new StringBuilder();
        yaml.append("# Fitted by goodput to ").append(oneLine(source)).append(".\n");
        yaml.append("# It stands for this engine, model and machine, and for loads like those of that run.\n");
        yaml.append("# A run does not tell the KV cache: add block-size and kv-blocks where it binds.\n");
        line(yaml, "", "front-end-ms", number(engine.frontEndNs() / NS_PER_MS));
        line(yaml, "", "max-batched-tokens", String.valueOf(engine.maxBatchedTokens()));
        line(yaml, "", "max-sequences", String.valueOf(engine.maxSequences()));
        line(yaml, "", "chunked-prefill", String.valueOf(engine.chunkedPrefill()));
        if (!engine.chunkedPrefill()) {
            line(yaml, "", "max-model-len", String.valueOf(engine.maxModelLen()));
        }
        yaml.append("calibration:\n");
        for (Coefficient coefficient : fit.coefficients()) {
            line(yaml, "  ", coefficient.key(), number(coefficient.ms()));
        }
        yaml.append("  # Factors of a step of step-ms, equally likely; a longer step varies less.\n");
        line(yaml, "  ", "jitter", list(calibration.jitter()));
        yaml.append("  # The machine's speed over time; above 1 is slower.\n");
        line(yaml, "  ", "speed-window-ms", number(calibration.speedWindowNs() / NS_PER_MS));
        line(yaml, "  ", "speed", list(calibration.speed()));
        return yaml.toString();
    }

    private static String oneLine(String text) {
        return text.replaceAll("[\\p{Cntrl}\\p{Cf}\\u2028\\u2029]", "?");
    }

    private static void line(StringBuilder yaml, String indent, String key, String value) {
        yaml.append(indent).append(key).append(": ").append(value).append('\n');
    }

    private static String list(List<Double> values) {
        return values.stream()
                .map(value -> String.format(Locale.ROOT, "%.4f", value))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    /// Five significant digits, without an exponent.
    private static String number(double value) {
        return new BigDecimal(value)
                .round(new MathContext(5))
                .stripTrailingZeros()
                .toPlainString();
    }
}
