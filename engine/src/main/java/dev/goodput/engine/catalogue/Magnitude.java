package dev.goodput.engine.catalogue;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Sizes and speeds with the units that data sheets print: `24 GiB`, `3350 GB/s`, `989 TFLOPS`, `700
/// W`. GB is 10⁹ bytes, GiB 2³⁰.
public enum Magnitude {
    BYTES("like 24GiB, 80GB or 81559MiB", sizes("")),
    BYTES_PER_SECOND("like 3350GB/s or 3.35TB/s", sizes("/s")),
    FLOPS("like 989TFLOPS", Map.of("gflops", 1e9, "tflops", 1e12, "pflops", 1e15)),
    WATTS("like 700W", Map.of("w", 1.0));

    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)\\s*([a-zA-Z]+(?:/s)?)");

    private final String example;
    private final Map<String, Double> units;

    Magnitude(String example, Map<String, Double> units) {
        this.example = example;
        this.units = units;
    }

    private static Map<String, Double> sizes(String per) {
        return Map.of(
                "b" + per, 1.0,
                "mb" + per, 1e6,
                "gb" + per, 1e9,
                "tb" + per, 1e12,
                "mib" + per, 0x1p20,
                "gib" + per, 0x1p30,
                "tib" + per, 0x1p40);
    }

    /// The number in the base unit, above 0; empty where the text is something else.
    public OptionalDouble parse(String text) {
        Matcher matcher = NUMBER_AND_UNIT.matcher(text.strip());
        if (!matcher.matches()) {
            return OptionalDouble.empty();
        }
        Double scale = units.get(matcher.group(2).toLowerCase(Locale.ROOT));
        double value = scale == null ? 0 : Double.parseDouble(matcher.group(1)) * scale;
        return value > 0 ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    /// How one writes it, for messages.
    public String example() {
        return example;
    }
}
