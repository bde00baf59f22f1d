package dev.goodput.report;

import dev.goodput.core.gate.Check;
import dev.goodput.core.gate.GateResult;
import dev.goodput.core.gate.Headroom;
import dev.goodput.core.gate.PolicyResult;
import dev.goodput.core.gate.Verdict;
import java.util.ArrayList;
import java.util.List;

/// A verdict as GitHub workflow commands, one a line, which a runner turns into annotations of the run.
///
/// The runner reads its commands from the log, so text that came from outside is cleaned and escaped here, and nothing
/// in it can become a command.
public final class GithubAnnotations {
    /// A step shows ten of a kind; more are lost without a word.
    private static final int LIMIT = 10;

    private GithubAnnotations() {}

    /// The commands without line feeds, the verdict first; none without a verdict.
    public static List<String> of(ReportInput input) {
        List<String> commands = new ArrayList<>();
        input.decisive().ifPresent(result -> {
            String what = "goodput " + result.verdict().name();
            String why = result.reasons().isEmpty()
                    ? Headline.meaning(result.verdict())
                    : result.reasons().getFirst();
            commands.add(command(level(result.verdict()), what, Headline.goodput(result) + ". " + why));
            result.checks().stream()
                    .filter(check -> !check.ok() && isTold(result, check))
                    .map(check -> command(level(check), "goodput: " + check.name(), check.reason()))
                    .forEach(commands::add);
        });
        return commands.stream().limit(LIMIT).toList();
    }

    /// The verdict by a policy, then what it warns of.
    public static List<String> of(PolicyResult policy) {
        List<String> commands = new ArrayList<>();
        commands.add(command(
                level(policy.verdict()),
                "goodput gate " + policy.verdict(),
                policy.reasons().getFirst()));
        Headroom headroom = policy.headroom();
        if (headroom != null && !headroom.ok()) {
            commands.add(command("warning", "goodput: headroom", headroom.reason()));
        }
        policy.peak().side().result().checks().stream()
                .filter(check -> !check.ok() && isTold(policy.peak().side().result(), check))
                .map(check -> command(level(check), "goodput: " + check.name(), check.reason()))
                .forEach(commands::add);
        return commands.stream().limit(LIMIT).toList();
    }

    /// The objective is in the first line already; what a constraint missed explains a FAIL and nothing else.
    private static boolean isTold(GateResult result, Check check) {
        return switch (check.kind()) {
            case OBJECTIVE -> false;
            case CONSTRAINT -> result.verdict() == Verdict.FAIL;
            case MEASUREMENT, TOO_KIND, TOO_HARSH -> true;
        };
    }

    private static String level(Verdict verdict) {
        return switch (verdict) {
            case PASS -> "notice";
            case INCONCLUSIVE -> "warning";
            case FAIL, INVALID -> "error";
        };
    }

    private static String level(Check check) {
        return check.isOfMeasurement() ? "error" : "warning";
    }

    private static String command(String level, String title, String message) {
        return "::" + level + " title=" + property(title) + "::" + data(message);
    }

    private static String data(String text) {
        return PlainText.clean(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String text) {
        return data(text).replace(":", "%3A").replace(",", "%2C");
    }
}
