package dev.goodput.report;

import dev.goodput.engine.fit.Coefficient;
import dev.goodput.engine.fit.EngineFit;
import dev.goodput.engine.fit.Figure;
import dev.goodput.engine.fit.Prediction;
import dev.goodput.engine.fit.Variant;
import dev.goodput.engine.serving.EngineConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `fit.json`. Its shape is a contract, kept in `schema/goodput.fit-1.schema.json`. Times are in milliseconds, errors
/// are shares; what does not exist is null.
final class FitJson {
    private static final String SCHEMA = "goodput.fit/1";

    private FitJson() {}

    private record Document(
            String schema,
            String run,
            String subject,
            String tool,
            EngineJson engine,
            List<CoefficientJson> coefficients,
            double frontEndMs,
            double meanOverMedian,
            double usualDecodeStepMs,
            StepsJson steps,
            SpeedJson speed,
            List<PredictionJson> predictions,
            List<String> inferred,
            List<String> warnings) {}

    private record EngineJson(boolean chunkedPrefill, int maxBatchedTokens, int maxSequences) {}

    private record CoefficientJson(
            String key, double ms, @Nullable Double standardErrorMs) {}

    private record StepsJson(
            int found,
            int measured,
            @Nullable Double offStepP50,
            @Nullable Double offStepP90,
            double medianResidual) {}

    private record SpeedJson(double windowMs, List<Double> factors) {}

    private record PredictionJson(
            String run,
            boolean sameRun,
            EngineTargetJson engine,
            @Nullable Double pureDecodeFactor,
            List<FigureJson> figures,
            Map<String, PerRequestJson> perRequest) {}

    private record EngineTargetJson(boolean chunkedPrefill, int maxBatchedTokens) {}

    /// @param errors by the letter of the variant
    private record FigureJson(String name, String unit, double measured, Map<String, Double> errors) {}

    private record PerRequestJson(double e2eMedianError, double ttftMedianError) {}

    static String render(FitInput input) {
        EngineFit fit = input.fit();
        EngineConfig engine = fit.engine();
        return Json.file(new Document(
                SCHEMA,
                PlainText.clean(input.run()),
                Headline.subject(input.manifest()),
                input.tool(),
                new EngineJson(engine.chunkedPrefill(), engine.maxBatchedTokens(), engine.maxSequences()),
                fit.coefficients().stream().map(FitJson::coefficient).toList(),
                fit.frontEndMs(),
                fit.meanOverMedian(),
                fit.usualDecodeMs(),
                new StepsJson(
                        fit.stepsFound(),
                        fit.stepsMeasured(),
                        Json.ms(fit.offStepNs().p50()),
                        Json.ms(fit.offStepNs().p90()),
                        fit.medianResidual()),
                new SpeedJson(EngineFit.WINDOW_NS / 1e6, fit.speed()),
                input.predictions().stream().map(FitJson::prediction).toList(),
                fit.inferred().stream().map(PlainText::clean).toList(),
                fit.warnings().stream().map(PlainText::clean).toList()));
    }

    private static CoefficientJson coefficient(Coefficient coefficient) {
        return new CoefficientJson(coefficient.key(), coefficient.ms(), Json.number(coefficient.errorMs()));
    }

    private static PredictionJson prediction(FitInput.Predicted predicted) {
        Prediction prediction = predicted.prediction();
        List<FigureJson> figures = new ArrayList<>();
        for (Figure figure : Figure.values()) {
            double measured = Objects.requireNonNull(prediction.measured().get(figure));
            Map<String, Double> errors = new LinkedHashMap<>();
            for (Variant variant : Variant.values()) {
                if (prediction.variants().containsKey(variant)) {
                    errors.put(variant.letter(), prediction.error(variant, figure));
                }
            }
            figures.add(new FigureJson(
                    figure.name().toLowerCase(Locale.ROOT),
                    figure.isTime() ? "ms" : "steps",
                    figure.isTime() ? measured / 1e6 : measured,
                    errors));
        }
        Map<String, PerRequestJson> perRequest = new LinkedHashMap<>();
        for (Variant variant : Variant.values()) {
            Prediction.Predicted values = prediction.variants().get(variant);
            if (values != null) {
                perRequest.put(variant.letter(), new PerRequestJson(values.e2eError(), values.ttftError()));
            }
        }
        return new PredictionJson(
                PlainText.clean(predicted.run()),
                prediction.sameRun(),
                new EngineTargetJson(prediction.chunkedPrefill(), prediction.maxBatchedTokens()),
                Json.number(prediction.pureDecodeFactor()),
                figures,
                perRequest);
    }
}
