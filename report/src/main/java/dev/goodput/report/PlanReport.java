package dev.goodput.report;

import dev.goodput.core.gate.ObjectivePlan;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.stat.Dependence;
import dev.goodput.core.stat.GoodShare;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How many requests, rounds and minutes a verdict will take.
///
/// @param settings what was planned with
/// @param perSecond requests a second that the load brings; 0 where none was told
/// @param notes what is not planned, or was taken for granted, in sentences
public record PlanReport(
        Slo slo, ObjectivePlan.Settings settings, List<ObjectivePlan> plans, double perSecond, List<String> notes) {
    private static final String SCHEMA = "goodput.plan/1";
    private static final String NEVER = "never";

    /// For the terminal, ending in a line feed.
    public String terminal(TerminalStyle style) {
        TerminalText text = new TerminalText(style);
        text.line(text.bold(headline()));
        text.paragraph("", "SLO " + PlainText.clean(slo.name()) + ": " + slo.clauseText(), "");
        text.blank();
        text.list(findings());
        sections().forEach(text::section);
        return text.toString();
    }

    private String headline() {
        if (plans.stream().anyMatch(ObjectivePlan::isNever)) {
            return "Never: no number of requests will show this";
        }
        OptionalLong all = needed();
        return all.isEmpty()
                ? "Out of reach: more than " + Format.count(ObjectivePlan.LIMIT) + " requests"
                : "Plan for " + Format.count(all.getAsLong()) + " requests" + minutes(all.getAsLong(), " in about ");
    }

    /// What the hungriest objective takes; empty where one is out of reach.
    private OptionalLong needed() {
        long most = 0;
        for (ObjectivePlan plan : plans) {
            OptionalLong needed = plan.needed(settings.dependence());
            if (needed.isEmpty()) {
                return OptionalLong.empty();
            }
            most = Math.max(most, needed.getAsLong());
        }
        return OptionalLong.of(most);
    }

    private List<String> findings() {
        List<String> findings = new ArrayList<>();
        for (ObjectivePlan plan : plans) {
            if (plan.isNever()) {
                findings.add(plan.objective() + ": never, because "
                        + (plan.required().compareTo(BigDecimal.ONE) >= 0
                                ? "no number of requests shows that none will ever miss"
                                : "the " + Format.percent(plan.expected()) + " expected do not exceed the "
                                        + Format.percent(plan.required()) + " required"));
            }
        }
        boolean isMeasured = settings.dependence() == Dependence.MEASURED;
        findings.add(
                isMeasured
                        ? String.format(
                                Locale.ROOT,
                                "requests are not taken as independent: a PASS takes %.0f misses to be expected at the"
                                        + " target, and the run has to show how far neighbours miss together; planned"
                                        + " for a design effect of %.1f (--design-effect, or --like RUN)",
                                GoodShare.requiredExpectedMisses(settings.confidence()),
                                settings.designEffect())
                        : "requests are taken as independent, as was said; nothing in a run shows that they are");
        findings.add("with " + Format.percent(BigDecimal.valueOf(settings.power())) + " chance of a PASS at "
                + Format.percent(settings.confidence().value()) + " confidence");
        notes.forEach(note -> findings.add(PlainText.clean(note)));
        return findings;
    }

    private List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        sections.add(requests());
        for (ObjectivePlan plan : plans) {
            if (!plan.chances().isEmpty()) {
                sections.add(chances(plan));
            }
            if (!plan.early().isEmpty()) {
                sections.add(early(plan));
            }
        }
        return sections;
    }

    private Section requests() {
        Table.Builder table = withTime(Table.builder()
                .code("objective")
                .numbers("expected", "independent", "one run", settings.rounds() + " rounds", "of each"));
        for (ObjectivePlan plan : plans) {
            OptionalLong needed = plan.needed(settings.dependence());
            timed(
                    table,
                    needed,
                    plan.objective().toString(),
                    Format.percent(plan.expected()),
                    shown(
                            plan,
                            plan.independent()
                                    .map(size -> OptionalLong.of(size.safe()))
                                    .orElse(OptionalLong.empty())),
                    shown(plan, plan.oneRun()),
                    shown(plan, plan.inRounds()),
                    plan.inRounds().isEmpty()
                            ? Format.ABSENT
                            : Format.count(perRound(plan.inRounds().getAsLong())));
        }
        return new Section(
                "requests",
                "Requests that a verdict takes",
                table.build(),
                "“independent”: where requests are known to be (--assume-independent); “one run” and “rounds”: where the"
                        + " run itself has to show it. Rounds have a spread of their own that few rounds estimate"
                        + " badly, and take more."
                        + (perSecond > 0 ? "" : " Say --rate, or --concurrency with --e2e, for the time it takes."));
    }

    /// A last column for the time, where the load is known.
    private Table.Builder withTime(Table.Builder table) {
        return perSecond > 0 ? table.text("time") : table;
    }

    private void timed(Table.Builder table, OptionalLong requests, String... cells) {
        String time = requests.isEmpty() ? Format.ABSENT : minutes(requests.getAsLong(), "");
        table.row(
                perSecond > 0 ? Stream.concat(Stream.of(cells), Stream.of(time)).toArray(String[]::new) : cells);
    }

    private long perRound(long requests) {
        return Math.ceilDiv(requests, (long) settings.rounds());
    }

    private static String shown(ObjectivePlan plan, OptionalLong requests) {
        return plan.isNever() ? NEVER : requests.isEmpty() ? "out of reach" : Format.count(requests.getAsLong());
    }

    private Section chances(ObjectivePlan plan) {
        Table.Builder table =
                withTime(Table.builder().numbers("requests", "misses allowed", "PASS", "FAIL", "INCONCLUSIVE"));
        for (ObjectivePlan.Chance chance : plan.chances()) {
            timed(
                    table,
                    OptionalLong.of(chance.requests()),
                    Format.count(chance.requests()),
                    chance.allowedMisses() < 0 ? "cannot pass" : Format.count(chance.allowedMisses()),
                    Format.percent(chance.pass()),
                    Format.percent(chance.fail()),
                    Format.percent(chance.inconclusive()));
        }
        return new Section(
                "chances",
                "Chances at " + Format.percent(plan.expected()) + " · " + plan.objective(),
                table.build(),
                settings.dependence() == Dependence.INDEPENDENT
                        ? "Exact."
                        : "Exact for as many independent requests as correlated ones say as much as. That a run has to"
                                + " show how many those are costs some chance of a PASS besides; the requests above"
                                + " allow for it.");
    }

    private static Section early(ObjectivePlan plan) {
        Table.Builder table = Table.builder()
                .text("endpoint")
                .numbers("true share", "requests", "of at most", "saved", "PASS", "FAIL");
        String[] names = {"as expected", "exactly at the target", "ten times the allowed misses"};
        for (int i = 0; i < plan.early().size(); i++) {
            ObjectivePlan.Early early = plan.early().get(i);
            table.row(
                    names[i],
                    Format.percent(early.truth()),
                    Format.count(Math.round(early.meanRequests())),
                    Format.count(early.mostRequests()),
                    Format.percent(1 - early.meanRequests() / early.mostRequests()),
                    Format.percent(early.pass()),
                    Format.percent(early.fail()));
        }
        return new Section(
                "early",
                "With --stop-early · " + plan.objective(),
                table.build(),
                "Requests on average, by looking at planned numbers of them. Chances are those of independent requests;"
                        + " correlated ones slow the run’s clock by their design effect, and where independence is not"
                        + " taken for granted a PASS comes no earlier than the expected misses that it takes.");
    }

    private String minutes(long requests, String before) {
        if (perSecond <= 0) {
            return "";
        }
        Duration time = Duration.ofSeconds((long) Math.ceil(requests / perSecond));
        String shown = time.toMinutes() == 0
                ? time.toSeconds() + " s"
                : time.toHours() == 0
                        ? String.format(Locale.ROOT, "%.1f min", time.toSeconds() / 60.0)
                        : String.format(Locale.ROOT, "%.1f h", time.toSeconds() / 3600.0);
        return before + shown;
    }

    private record Document(
            String schema,
            String slo,
            BigDecimal confidence,
            double power,
            double designEffect,
            int rounds,
            String dependence,
            @Nullable Double requestsPerSecond,
            List<ObjectiveJson> objectives,
            List<String> notes) {}

    private record ObjectiveJson(
            String objective,
            BigDecimal required,
            BigDecimal expected,
            boolean never,
            @Nullable Long independent,
            @Nullable Long oneRun,
            @Nullable Long inRounds,
            List<ObjectivePlan.Chance> chances,
            List<ObjectivePlan.Early> early) {}

    /// For scripts.
    public String json() {
        return Json.file(new Document(
                SCHEMA,
                slo.clauseText(),
                settings.confidence().value(),
                settings.power(),
                settings.designEffect(),
                settings.rounds(),
                settings.dependence().name().toLowerCase(Locale.ROOT),
                perSecond > 0 ? (Double) perSecond : null,
                plans.stream()
                        .map(plan -> new ObjectiveJson(
                                plan.objective().toString(),
                                plan.required(),
                                plan.expected(),
                                plan.isNever(),
                                plan.independent().map(size -> size.safe()).orElse(null),
                                number(plan.oneRun()),
                                number(plan.inRounds()),
                                plan.chances(),
                                plan.early()))
                        .toList(),
                notes.stream().map(PlainText::clean).toList()));
    }

    private static @Nullable Long number(OptionalLong value) {
        return value.isPresent() ? (Long) value.getAsLong() : null;
    }
}
