package dev.goodput.cli;

import dev.goodput.core.gate.Margins;
import dev.goodput.core.slo.SloException;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.slo.Suggestions;
import java.math.BigDecimal;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// `goodput=2%,ttft=5%`: how much worse a candidate may be. What is not named keeps its default.
final class MarginsConverter implements ITypeConverter<Margins> {
    private static final List<String> NAMES = List.of("goodput", "ttft", "tpot", "e2e");

    @Override
    public Margins convert(String text) {
        Margins margins = Margins.DEFAULT;
        for (String part : text.split(",", -1)) {
            String[] sides = part.split("=", 2);
            if (sides.length < 2) {
                throw new TypeConversionException(
                        "'" + part.strip() + "' is not a margin; write it like goodput=2%,ttft=5%");
            }
            margins = with(margins, sides[0].strip(), share(sides[1].strip()));
        }
        return margins;
    }

    private static BigDecimal share(String text) {
        try {
            return SloParser.share(text, "--margin");
        } catch (SloException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }

    private static Margins with(Margins margins, String name, BigDecimal share) {
        try {
            return switch (name) {
                case "goodput" -> new Margins(share, margins.ttft(), margins.tpot(), margins.e2e());
                case "ttft" -> new Margins(margins.goodput(), share, margins.tpot(), margins.e2e());
                case "tpot" -> new Margins(margins.goodput(), margins.ttft(), share, margins.e2e());
                case "e2e" -> new Margins(margins.goodput(), margins.ttft(), margins.tpot(), share);
                default ->
                    throw new TypeConversionException("no margin '" + name + "'; "
                            + Suggestions.nearest(name, NAMES)
                                    .map(near -> "did you mean '" + near + "'?")
                                    .orElse("known are " + String.join(", ", NAMES)));
            };
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(name + ": " + e.getMessage());
        }
    }
}
