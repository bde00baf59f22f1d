package dev.goodput.cli;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Values with units as people write them on a command line.
final class Values {
    private static final Pattern DURATION = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ms|s|min|m|h)");
    private static final Pattern RATE = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*/\\s*(s|min|m|h)");
    private static final Pattern PERCENT = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*%");

    private Values() {}

    /// `60s`, `2min`, `500ms`.
    static final class DurationConverter implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            Matcher matcher = DURATION.matcher(text.strip());
            if (!matcher.matches()) {
                throw new TypeConversionException("'" + text + "' is not a duration; write it like 60s, 500ms or 2min");
            }
            BigDecimal nanos = new BigDecimal(matcher.group(1)).multiply(new BigDecimal(nanosPer(matcher.group(2))));
            if (nanos.signum() <= 0
                    || nanos.compareTo(new BigDecimal(Duration.ofDays(30).toNanos())) > 0) {
                throw new TypeConversionException("'" + text + "' must be above 0 and at most 30 days");
            }
            return Duration.ofNanos(nanos.longValue());
        }
    }

    /// Requests per second: `20/s`, `90/min`.
    static final class RateConverter implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            Matcher matcher = RATE.matcher(text.strip());
            if (!matcher.matches()) {
                throw new TypeConversionException("'" + text + "' is not a rate; write it like 20/s or 90/min");
            }
            double perSecond = Double.parseDouble(matcher.group(1)) * 1e9 / nanosPer(matcher.group(2));
            if (perSecond <= 0 || perSecond > 100_000) {
                throw new TypeConversionException("'" + text + "' must be above 0 and at most 100000/s");
            }
            return perSecond;
        }
    }

    /// A share from 0 to 1: `1%`.
    static final class PercentConverter implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            Matcher matcher = PERCENT.matcher(text.strip());
            double share = matcher.matches() ? Double.parseDouble(matcher.group(1)) / 100 : -1;
            if (share < 0 || share > 1) {
                throw new TypeConversionException("'" + text + "' is not a share; write it like 1%");
            }
            return share;
        }
    }

    private static long nanosPer(String unit) {
        return switch (unit) {
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m", "min" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default -> throw new IllegalArgumentException(unit);
        };
    }
}
