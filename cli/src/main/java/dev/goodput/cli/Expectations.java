package dev.goodput.cli;

import dev.goodput.core.slo.Objective;
import dev.goodput.core.slo.SloParser;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/// What is expected of an endpoint: `98%` of goodput, `p99(ttft)=99.5%` of requests within that limit,
/// `error_rate=0.02%` of failures.
///
/// @param texts as given with `--expect`
record Expectations(List<String> texts) {
    private static final String OPTION = "--expect";

    /// The share of requests that are expected to do as the objective wants; empty where nothing was said of it.
    Optional<BigDecimal> of(Objective objective) {
        for (String text : texts) {
            int equals = text.lastIndexOf('=');
            if (equals > 0 && isAbout(text.substring(0, equals).strip(), objective)) {
                BigDecimal share = SloParser.share(text.substring(equals + 1).strip(), OPTION);
                return Optional.of(objective instanceof Objective.ErrorRate ? BigDecimal.ONE.subtract(share) : share);
            }
        }
        return objective instanceof Objective.GoodputShare ? ofGoodput() : Optional.empty();
    }

    /// The share of good requests, said without a name.
    Optional<BigDecimal> ofGoodput() {
        return texts.stream()
                .filter(text -> text.indexOf('=') < 0)
                .findFirst()
                .map(text -> SloParser.share(text.strip(), OPTION));
    }

    /// Every name must mean one of the objectives.
    ///
    /// @throws CliException when one does not
    void check(List<Objective> objectives) {
        for (String text : texts) {
            int equals = text.lastIndexOf('=');
            String name = equals < 0 ? "" : text.substring(0, equals).strip();
            if (equals >= 0 && objectives.stream().noneMatch(objective -> isAbout(name, objective))) {
                throw new CliException(
                        ExitCode.USAGE,
                        "--expect: the SLO has no objective '" + Console.oneLine(name) + "'; it has "
                                + String.join(
                                        ", ",
                                        objectives.stream()
                                                .map(Object::toString)
                                                .toList()));
            }
        }
    }

    /// By its whole text, or by what stands before its limit.
    private static boolean isAbout(String name, Objective objective) {
        String text = objective.toString().replace(" ", "");
        String wanted = name.replace(" ", "");
        return text.equals(wanted) || text.startsWith(wanted + "<") || text.startsWith(wanted + ">");
    }
}
