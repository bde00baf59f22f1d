package dev.goodput.engine.spec;

import dev.goodput.core.slo.Units;
import dev.goodput.engine.catalogue.Magnitude;
import dev.goodput.engine.config.ConfigException;
import dev.goodput.engine.config.YamlMap.Text;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The settings of an engine as written, read as what they are meant to be. What is not set is empty.
final class Settings {
    private static final Pattern WHOLE = Pattern.compile("\\d{1,10}");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,12}(?:\\.\\d{1,15})?(?:[eE]-?\\d{1,2})?");
    private static final Pattern SHARE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,9})?) ?%");
    private static final Pattern TIME = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?) ?([a-zµμ]+)");
    private static final double MOST = 1e9;
    private static final long MOST_NS = 3_600_000_000_000L;

    private final Map<String, Text> texts;
    private final Set<String> read = new HashSet<>();

    /// @param texts by key, each with the place it was written at
    Settings(Map<String, Text> texts) {
        this.texts = texts;
    }

    Optional<Text> text(String key) {
        return Optional.ofNullable(given(key));
    }

    private @Nullable Text given(String key) {
        read.add(key);
        return texts.get(key);
    }

    /// The first setting that nobody asked for; a user who wrote it expects something of it.
    Optional<Text> unread() {
        return texts.entrySet().stream()
                .filter(entry -> !read.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    OptionalInt whole(String key, int least, int most) {
        Text text = given(key);
        if (text == null) {
            return OptionalInt.empty();
        }
        boolean isWhole = WHOLE.matcher(text.value().replace("_", "")).matches();
        long value = isWhole ? Long.parseLong(text.value().replace("_", "")) : -1;
        if (value < least || value > most) {
            throw text.error("must be a whole number from " + least + " to " + most);
        }
        return OptionalInt.of((int) value);
    }

    /// A number from 0 up.
    OptionalDouble number(String key) {
        Text text = given(key);
        return text == null ? OptionalDouble.empty() : OptionalDouble.of(number(text, text.value()));
    }

    List<Double> numbers(String key) {
        Text text = given(key);
        return text == null || text.value().isEmpty()
                ? List.of()
                : List.of(text.value().split(",")).stream()
                        .map(value -> number(text, value.strip()))
                        .toList();
    }

    private static double number(Text text, String value) {
        if (!NUMBER.matcher(value).matches()) {
            throw text.error("must be a number from 0 up, such as 4.74");
        }
        double number = Double.parseDouble(value);
        if (number > MOST) {
            throw text.error("is more than " + (long) MOST);
        }
        return number;
    }

    /// A share as `90%` or `0.9`.
    OptionalDouble share(String key) {
        Text text = given(key);
        if (text == null) {
            return OptionalDouble.empty();
        }
        Matcher percent = SHARE.matcher(text.value());
        double share = percent.matches()
                ? new BigDecimal(percent.group(1)).movePointLeft(2).doubleValue()
                : NUMBER.matcher(text.value()).matches() ? Double.parseDouble(text.value()) : -1;
        if (!(share >= 0 && share <= 1)) {
            throw text.error("must be a share, such as 90% or 0.9");
        }
        return OptionalDouble.of(share);
    }

    OptionalLong timeNs(String key) {
        Text text = given(key);
        if (text == null) {
            return OptionalLong.empty();
        }
        Matcher time = TIME.matcher(text.value());
        OptionalLong ns =
                time.matches() ? Units.nanos(new BigDecimal(time.group(1)), time.group(2)) : OptionalLong.empty();
        if (ns.isEmpty()) {
            throw text.error("must be a time with its unit, such as 500us or 2ms");
        }
        if (ns.getAsLong() > MOST_NS) {
            throw text.error("is longer than an hour");
        }
        return ns;
    }

    OptionalDouble quantity(String key, Magnitude magnitude) {
        Text text = given(key);
        if (text == null) {
            return OptionalDouble.empty();
        }
        OptionalDouble value = magnitude.parse(text.value());
        if (value.isEmpty()) {
            throw text.error("is not understood; write it " + magnitude.example());
        }
        return value;
    }

    boolean flag(String key, boolean absent) {
        Text text = given(key);
        if (text == null) {
            return absent;
        }
        return switch (text.value().toLowerCase(Locale.ROOT)) {
            case "on", "true", "yes" -> true;
            case "off", "false", "no" -> false;
            default -> throw text.error("must be on or off");
        };
    }

    /// One of the values of an enum, written `least-loaded`.
    <E extends Enum<E>> E choice(String key, E absent, List<E> choices) {
        Text text = given(key);
        if (text == null) {
            return absent;
        }
        return choices.stream()
                .filter(choice -> word(choice).equals(text.value().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> text.error("must be one of "
                        + String.join(", ", choices.stream().map(Settings::word).toList())));
    }

    static String word(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// What `read` makes of a value; what it finds wrong is told with the value's place.
    <T> Optional<T> read(String key, Function<String, T> read) {
        return text(key).map(text -> {
            try {
                return read.apply(text.value());
            } catch (ConfigException e) {
                throw new ConfigException(text.at() + ": " + text.key() + ": " + e.getMessage());
            }
        });
    }
}
