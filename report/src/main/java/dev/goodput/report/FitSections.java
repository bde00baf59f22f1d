package dev.goodput.report;

import dev.goodput.engine.fit.Coefficient;
import dev.goodput.engine.fit.EngineFit;
import dev.goodput.engine.fit.Figure;
import dev.goodput.engine.fit.Prediction;
import dev.goodput.engine.fit.Variant;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/// The tables of a report on a fitted engine, and the sentences about them.
final class FitSections {
    private FitSections() {}

    /// Three significant digits, without an exponent: coefficients differ by five orders of magnitude.
    static String number(double value) {
        return value == 0
                ? "0"
                : BigDecimal.valueOf(value).round(new MathContext(3)).toPlainString();
    }

    static Section coefficients(EngineFit fit) {
        Table.Builder table = Table.builder().code("key").text("what it is").numbers("ms", "± one standard error");
        for (Coefficient coefficient : fit.coefficients()) {
            table.row(
                    coefficient.key(),
                    "time of " + coefficient.words(),
                    number(coefficient.ms()),
                    number(coefficient.errorMs()));
        }
        table.row(
                "front-end-ms",
                "from a request's start until the engine sees it",
                Format.ms(fit.frontEndMs() * 1e6),
                Format.ABSENT);
        double decodeMs = fit.usualDecodeMs();
        return new Section(
                "coefficients",
                "Coefficients",
                table.build(),
                String.format(
                        Locale.ROOT,
                        "They are those of the mean step, which takes %.3f times the one in the middle. The usual step"
                                + " without prefill takes %.2f ms, a prompt token %s of it: compare runs of one engine in"
                                + " that unit, whatever the machine's speed.",
                        fit.meanOverMedian(),
                        decodeMs,
                        number(fit.coefficients().get(1).ms() / decodeMs)),
                String.format(
                        Locale.ROOT,
                        "By least absolute deviation, alternating with a factor for the machine's speed in each second (%s"
                                + " to %s). Errors by resampling seconds.",
                        Format.ratio(Collections.min(fit.speed())),
                        Format.ratio(Collections.max(fit.speed()))));
    }

    static Section prediction(FitInput.Predicted predicted, int number) {
        Prediction prediction = predicted.prediction();
        List<Variant> variants = variants(prediction);
        Table.Builder table = Table.builder().text("").numbers("measured");
        variants.forEach(variant -> table.numbers(variant.letter()));
        for (Figure figure : Figure.values()) {
            double measured = Objects.requireNonNull(prediction.measured().get(figure));
            List<String> row = new ArrayList<>();
            row.add(figure.words());
            row.add(figure.isTime() ? Format.time(measured) : Format.count(Math.round(measured)));
            variants.forEach(variant -> row.add(signed(prediction.error(variant, figure))));
            table.row(row.toArray(String[]::new));
        }
        perRequest(table, prediction, variants, "E2E of a request, median error", Prediction.Predicted::e2eError);
        perRequest(table, prediction, variants, "TTFT of a request, median error", Prediction.Predicted::ttftError);
        List<String> remarks = new ArrayList<>();
        variants.forEach(variant -> remarks.add(variant.letter() + ": " + variant.words() + "."));
        remarks.add("Errors in % of the measured value, of the mean where there are several simulations. Gaps are those"
                + " between tokens of all answers in one pool.");
        return new Section(
                prediction.sameRun() ? "in-sample" : "prediction-" + number,
                prediction.sameRun()
                        ? "Its own run simulated"
                        : "Prediction of " + PlainText.clean(predicted.run()) + " (" + engine(prediction) + ")",
                table.build(),
                remarks);
    }

    /// In the run itself C is B.
    private static List<Variant> variants(Prediction prediction) {
        return List.of(Variant.values()).stream()
                .filter(prediction.variants()::containsKey)
                .filter(variant -> !prediction.sameRun() || variant != Variant.RESCALED)
                .toList();
    }

    private static void perRequest(
            Table.Builder table,
            Prediction prediction,
            List<Variant> variants,
            String words,
            ToDoubleFunction<Prediction.Predicted> error) {
        List<String> row = new ArrayList<>();
        row.add(words);
        row.add("");
        variants.forEach(variant -> row.add(String.format(
                Locale.ROOT,
                "%.1f%%",
                100
                        * error.applyAsDouble(
                                Objects.requireNonNull(prediction.variants().get(variant))))));
        table.row(row.toArray(String[]::new));
    }

    private static String engine(Prediction prediction) {
        return prediction.chunkedPrefill()
                ? "chunked prefill, " + prediction.maxBatchedTokens() + " tokens a step"
                : "chunked prefill off";
    }

    static String signed(double share) {
        return Double.isFinite(share) ? String.format(Locale.ROOT, "%+.1f%%", share * 100) : Format.ABSENT;
    }

    /// How well it predicts, and which part of the error is the machine's and which the model's.
    static List<String> verdicts(FitInput.Predicted predicted) {
        Prediction prediction = predicted.prediction();
        String name = prediction.sameRun() ? "its own run" : PlainText.clean(predicted.run());
        String parts = String.format(
                Locale.ROOT,
                "the E2E of a request of %s is off by %.1f%% at constant speed and by %.1f%% with the machine's own speed"
                        + " second by second: that much is the model's, the rest the machine's",
                name,
                e2e(prediction, Variant.CONSTANT) * 100,
                e2e(prediction, Variant.OWN_SPEED) * 100);
        if (prediction.sameRun()) {
            return List.of(parts);
        }
        if (!prediction.variants().containsKey(Variant.RESCALED)) {
            return List.of(parts, name + " has too few steps without prefill to tell the speed of its machine by");
        }
        return List.of(
                String.format(
                        Locale.ROOT,
                        "with one number of %s, the speed of its steps without prefill (%.2f times as long as the fit says),"
                                + " its duration is predicted %s off, TTFT P99 %s and gap P99 %s; without it %s, %s and %s",
                        name,
                        prediction.pureDecodeFactor(),
                        signed(prediction.error(Variant.RESCALED, Figure.DURATION)),
                        signed(prediction.error(Variant.RESCALED, Figure.TTFT_P99)),
                        signed(prediction.error(Variant.RESCALED, Figure.GAP_P99)),
                        signed(prediction.error(Variant.REPLAYED, Figure.DURATION)),
                        signed(prediction.error(Variant.REPLAYED, Figure.TTFT_P99)),
                        signed(prediction.error(Variant.REPLAYED, Figure.GAP_P99))),
                parts
                        + String.format(
                                Locale.ROOT,
                                " (%.1f%% with the one number: what is then left beyond the model's part is how the speed"
                                        + " changed within the run)",
                                e2e(prediction, Variant.RESCALED) * 100));
    }

    private static double e2e(Prediction prediction, Variant variant) {
        return Objects.requireNonNull(prediction.variants().get(variant)).e2eError();
    }
}
