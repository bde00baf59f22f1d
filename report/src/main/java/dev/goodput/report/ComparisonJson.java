package dev.goodput.report;

import dev.goodput.core.gate.Comparison;
import dev.goodput.core.gate.Comparison.Row;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A comparison for scripts. Its shape is a contract, kept in `schema/goodput.comparison-1.schema.json`. Times are in
/// milliseconds; what does not exist is null.
final class ComparisonJson {
    private static final String SCHEMA = "goodput.comparison/1";

    private ComparisonJson() {}

    private record Document(
            String schema,
            String outcome,
            BigDecimal confidence,
            String slo,
            SideJson baseline,
            SideJson candidate,
            List<RowJson> rows,
            List<GroupJson> groups,
            List<TailJson> tails,
            List<String> moved,
            List<String> unlike,
            List<String> notCompared,
            List<String> flaws) {}

    private record SideJson(String run, String subject, String tool, long requests, String verdict) {}

    private record RowJson(
            String name,
            String unit,
            long baselineRequests,
            long candidateRequests,
            @Nullable Double baseline,
            @Nullable Double candidate,
            @Nullable Double change,
            @Nullable Double lower,
            @Nullable Double upper,
            BigDecimal margin,
            String outcome) {}

    private record GroupJson(String name, List<RowJson> rows) {}

    private record TailJson(
            String name,
            String percentile,
            @Nullable Double baseline,
            @Nullable Double candidate,
            long above,
            long total,
            @Nullable Double pValue) {}

    static String render(Comparison comparison, String baseline, String candidate) {
        return Json.file(new Document(
                SCHEMA,
                comparison.outcome().name(),
                comparison.confidence().value(),
                comparison.candidate().result().slo().clauseText(),
                side(comparison.baseline(), baseline),
                side(comparison.candidate(), candidate),
                rows(comparison.rows()),
                comparison.groups().entrySet().stream()
                        .map(group -> new GroupJson(PlainText.clean(group.getKey()), rows(group.getValue())))
                        .toList(),
                comparison.tails().stream().map(ComparisonJson::tail).toList(),
                clean(comparison.moved()),
                clean(comparison.unlike()),
                clean(comparison.notCompared()),
                clean(comparison.flaws())));
    }

    private static SideJson side(Comparison.Side side, String name) {
        return new SideJson(
                name,
                Headline.subject(side.run().manifest()),
                PlainText.clean(side.run().manifest().tool()),
                side.metrics().counts().scheduled(),
                side.result().verdict().name());
    }

    private static List<RowJson> rows(List<Row> rows) {
        return rows.stream().map(ComparisonJson::row).toList();
    }

    private static RowJson row(Row row) {
        boolean isShare = ComparisonSections.isShare(row);
        return new RowJson(
                row.name(),
                isShare ? "share" : "ms",
                row.before(),
                row.after(),
                isShare ? Json.number(row.baseline()) : Json.ms(row.baseline()),
                isShare ? Json.number(row.candidate()) : Json.ms(row.candidate()),
                Json.number(row.change()),
                Json.number(row.interval().lower()),
                Json.number(row.interval().upper()),
                row.margin(),
                row.outcome().name());
    }

    private static TailJson tail(Comparison.Tail tail) {
        return new TailJson(
                tail.name(),
                String.format(Locale.ROOT, "p%d", tail.perMille() / 10),
                Json.ms(tail.baselineNs()),
                Json.ms(tail.candidateNs()),
                tail.above(),
                tail.total(),
                Json.number(tail.pValue()));
    }

    private static List<String> clean(List<String> lines) {
        return lines.stream().map(PlainText::clean).toList();
    }
}
