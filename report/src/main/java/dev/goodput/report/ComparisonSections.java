package dev.goodput.report;

import dev.goodput.core.gate.Comparison;
import dev.goodput.core.gate.Comparison.Row;
import dev.goodput.core.gate.Regression;
import dev.goodput.core.stat.Confidence;
import dev.goodput.core.stat.SampleSize;
import java.util.Locale;
import java.util.stream.Stream;

/// The tables of a comparison.
final class ComparisonSections {
    private static final String SHARE = "share";

    /// The chance of an answer that a number of requests is named for.
    private static final double POWER = 0.8;

    private ComparisonSections() {}

    static String label(String name) {
        return name.equals("goodput") ? name : name.toUpperCase(Locale.ROOT);
    }

    static Section rows(Comparison comparison) {
        Table.Builder table = header(Table.builder().text("quantity"));
        comparison.rows().forEach(row -> table.row(cells(row, label(row.name()) + kind(row))));
        return new Section(
                "compared",
                "Candidate against baseline",
                table.build(),
                "The change lies between “from” and “to”, each with " + confidence(comparison)
                        + " confidence. Goodput: difference of shares, each weighted by its effective number of"
                        + " requests (Newcombe). Times: ratio of medians over stretches of the run (Welch), over"
                        + " completed requests.");
    }

    static Section groups(Comparison comparison) {
        Table.Builder table = header(Table.builder().text("requests").text("quantity"));
        comparison.groups().forEach((group, rows) -> {
            String shown = PlainText.clean(group, 40);
            for (Row row : rows) {
                table.row(cells(row, row.equals(rows.getFirst()) ? shown : "", label(row.name()) + kind(row)));
            }
        });
        return new Section(
                "groups",
                "By class and length of the answer",
                table.build(),
                "To look at, not to decide by: of many groups some differ by chance.");
    }

    private static Table.Builder header(Table.Builder table) {
        return table.numbers("baseline", "candidate", "change", "from", "to", "margin")
                .text("outcome");
    }

    private static String kind(Row row) {
        return isShare(row) ? "" : " P50";
    }

    private static String[] cells(Row row, String... names) {
        return Stream.concat(
                        Stream.of(names),
                        Stream.of(
                                value(row, row.baseline()),
                                value(row, row.candidate()),
                                change(row, row.change()),
                                change(row, row.interval().lower()),
                                change(row, row.interval().upper()),
                                margin(row),
                                outcome(row.outcome())))
                .toArray(String[]::new);
    }

    static Section tails(Comparison comparison) {
        Table.Builder table = Table.builder()
                .text("tail")
                .numbers("baseline", "candidate", "above the baseline’s", "expected", "chance if alike");
        for (Comparison.Tail tail : comparison.tails()) {
            table.row(
                    label(tail.name()) + " P" + tail.perMille() / 10,
                    Format.time(tail.baselineNs()),
                    Format.time(tail.candidateNs()),
                    Format.percent((double) tail.above() / tail.total()),
                    Format.percent(1 - tail.perMille() / 1000.0),
                    tail.pValue() < 0.001 ? "<0.001" : String.format(Locale.ROOT, "%.3f", tail.pValue()));
        }
        return new Section(
                "tails",
                "Tails",
                table.build(),
                "How many candidate requests took longer than the baseline’s percentile, and how likely so many are if"
                        + " both have one distribution (exceedance test, requests taken as independent). To look at:"
                        + " the outcome rests on goodput and medians.");
    }

    /// What a row says, such as `TTFT: the median grew by 30.1% …`.
    static String sentence(Row row, Confidence confidence) {
        String bounds = Double.isInfinite(row.interval().lower())
                ? "too few requests for an interval"
                : "between " + change(row, row.interval().lower()) + " and "
                        + change(row, row.interval().upper()) + " with "
                        + Format.percent(confidence.value()) + " confidence each";
        String said = label(row.name()) + ": " + outcome(row.outcome()) + ", "
                + (isShare(row) ? "" : "median ") + value(row, row.baseline()) + " to " + value(row, row.candidate())
                + " (" + change(row, row.change()) + "; " + bounds + "), margin " + margin(row);
        return row.outcome() == Regression.INCONCLUSIVE ? said + needed(row, confidence) : said;
    }

    /// How long runs would have to be, for a share; requests are taken as independent.
    private static String needed(Row row, Confidence confidence) {
        double share = (row.baseline() + row.candidate()) / 2;
        if (!isShare(row) || !(share > 0 && share < 1)) {
            return "";
        }
        long each = SampleSize.perArmNonInferiority(share, row.margin().doubleValue(), confidence, POWER);
        return "; about " + Format.count(each) + " independent requests in each run would show it if both are alike";
    }

    static boolean isShare(Row row) {
        return row.unit().equals(SHARE);
    }

    private static String value(Row row, double value) {
        return isShare(row) ? Format.percent(value) : Format.time(value);
    }

    /// Signed: points of a share, per cent of a time.
    static String change(Row row, double change) {
        if (!Double.isFinite(change)) {
            return Format.ABSENT;
        }
        String size = String.format(Locale.ROOT, isShare(row) ? "%.2f" : "%.1f", Math.abs(change) * 100);
        String sign = size.matches("[0.]+") ? "±" : change < 0 ? "−" : "+";
        return sign + size + (isShare(row) ? " pt" : "%");
    }

    private static String margin(Row row) {
        return isShare(row)
                ? row.margin().movePointRight(2).stripTrailingZeros().toPlainString() + " pt"
                : Format.percent(row.margin());
    }

    static String outcome(Regression outcome) {
        return switch (outcome) {
            case NO_REGRESSION -> "no regression";
            case REGRESSION -> "REGRESSION";
            case INCONCLUSIVE -> "inconclusive";
            case INVALID -> "invalid";
        };
    }

    private static String confidence(Comparison comparison) {
        return Format.percent(comparison.confidence().value());
    }
}
