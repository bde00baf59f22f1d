package dev.goodput.report;

import dev.goodput.engine.cost.Breakdown;
import java.util.Locale;

/// Sizes and speeds as data sheets print them. The page's script writes the same.
final class RooflineFormat {
    private RooflineFormat() {}

    /// `16.41 GB`, `141.1 GB`.
    static String gb(double bytes) {
        return gigabytes(bytes) + " GB";
    }

    /// [#gb] without its unit.
    static String gigabytes(double bytes) {
        return Format.decimals(bytes / 1e9, bytes < 100e9 ? 2 : 1);
    }

    /// Bytes a second, such as `272.8 GB/s` or `300 GB/s`.
    static String perSecond(double bytesPerSecond) {
        double speed = bytesPerSecond / 1e9;
        return Format.decimals(speed, speed == Math.rint(speed) ? 0 : 1) + " GB/s";
    }

    static String teraflop(double flops) {
        return Format.ms(flops / 1e6);
    }

    /// A whole percentage: what is known of these shares carries no more.
    static String percent(double share) {
        return Format.decimals(share * 100, 0) + "%";
    }

    static String bound(Breakdown step) {
        return step.bound().name().toLowerCase(Locale.ROOT);
    }
}
