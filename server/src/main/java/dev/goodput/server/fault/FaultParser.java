package dev.goodput.server.fault;

import dev.goodput.core.slo.Suggestions;
import dev.goodput.core.slo.Units;
import dev.goodput.server.fault.FaultWord.Scope;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads rules such as `stall=2s@5%`, `status=503,retry-after=2s@10..20s`, `every=30s: pause=800ms`,
/// `cut-after=12`, with a semicolon between two of them. The same words stand on the command line and in
/// the header of a request.
final class FaultParser {
    private static final String NUMBER = "(\\d{1,12}(?:\\.\\d{1,9})?)";
    private static final Pattern EVERY = Pattern.compile("every\\s*=\\s*([^:]*):(.*)");
    private static final Pattern SHARE = Pattern.compile(NUMBER + " ?%");
    private static final Pattern WINDOW =
            Pattern.compile("(?:" + NUMBER + "([a-zµ]*))?\\.\\.(?:" + NUMBER + "([a-zµ]+))?");
    private static final Pattern TIME = Pattern.compile(NUMBER + "([a-zµ]+)");
    private static final Pattern RATE = Pattern.compile(NUMBER + "(B|kB|MB)/s");
    private static final Pattern COUNT = Pattern.compile("\\d{1,7}");
    private static final String TIME_HELP = "a time with its unit (us, ms, s, min), like 800ms";
    private static final int MAX_QUOTED_CHARS = 80;

    /// A day: longer than any test, and short enough that sums of many fit.
    private static final long MAX_TIME_NS = 86_400_000_000_000L;

    /// What a client may ask of a server that others use as well.
    private static final long MAX_PAUSE_OF_REQUEST_NS = 10_000_000_000L;

    private final String text;
    private double share = 1;
    private long fromNs;
    private long toNs = Long.MAX_VALUE;
    private long periodNs;
    private long everyRequests = 1;
    private final Faults.Builder faults = new Faults.Builder();
    private final List<FaultWord> said = new ArrayList<>();

    private FaultParser(String text) {
        this.text = text.strip();
    }

    /// Rules of the command line.
    static List<FaultRule> ofServer(String text) {
        List<FaultRule> rules = new ArrayList<>();
        for (String rule : text.split(";", -1)) {
            rules.add(new FaultParser(rule).rule());
        }
        return rules;
    }

    /// Rules in the header of a request, which cannot be about more than the request.
    static List<FaultRule> ofRequest(String text) {
        List<FaultRule> rules = new ArrayList<>();
        for (String part : text.split(";", -1)) {
            FaultParser parser = new FaultParser(part);
            FaultRule rule = parser.rule();
            if (rule.periodNs() > 0 || rule.everyRequests() > 1) {
                throw parser.error("every= is for the server's --fault, not for one request");
            }
            for (FaultWord word : parser.said) {
                if (word.scope == Scope.SERVER || word.scope == Scope.CONNECTION) {
                    throw parser.error("'" + word.word() + "' is for the server's --fault, not for one request");
                }
            }
            if (rule.faults().timeNs(FaultWord.PAUSE) > MAX_PAUSE_OF_REQUEST_NS) {
                throw parser.error("a request may pause the server for 10s at most; the server's --fault for longer");
            }
            rules.add(rule);
        }
        return rules;
    }

    private FaultRule rule() {
        String rest = every(text);
        String[] parts = rest.split("@", -1);
        for (String word : parts[0].split(",", -1)) {
            word(word.strip());
        }
        for (int i = 1; i < parts.length; i++) {
            condition(parts[i].strip());
        }
        checkDetails();
        checkScopes();
        return new FaultRule(faults.build(0), share, fromNs, toNs, periodNs, everyRequests);
    }

    /// Reads `every=…:` in front, if it is there.
    private String every(String rule) {
        if (!rule.startsWith("every")) {
            return rule;
        }
        Matcher every = EVERY.matcher(rule);
        if (!every.matches()) {
            throw error("every= is followed by a colon and what happens, like every=30s: pause=800ms");
        }
        String often = every.group(1).strip();
        if (COUNT.matcher(often).matches() && !often.matches("0+")) {
            everyRequests = Long.parseLong(often);
        } else {
            periodNs = timeNs(often, "every=" + often + " is neither a number of requests nor " + TIME_HELP);
            if (periodNs == 0) {
                throw error("every= needs a time above 0");
            }
        }
        return every.group(2).strip();
    }

    private void word(String wordAndValue) {
        if (wordAndValue.isEmpty()) {
            throw error("a fault is missing; known are " + String.join(", ", FaultWord.words()));
        }
        int equals = wordAndValue.indexOf('=');
        String name = (equals < 0 ? wordAndValue : wordAndValue.substring(0, equals)).strip();
        FaultWord word = FaultWord.of(name).orElseThrow(() -> unknown(name));
        if (said.contains(word)) {
            throw error("'" + name + "' is said twice");
        }
        said.add(word);
        if (word.value == FaultWord.Value.NONE) {
            if (equals >= 0) {
                throw error("'" + name + "' takes no value");
            }
            faults.put(word, 1);
            return;
        }
        if (equals < 0) {
            throw error("'" + name + "' needs a value: " + word.form());
        }
        value(word, wordAndValue.substring(equals + 1).strip());
    }

    private void value(FaultWord word, String value) {
        switch (word.value) {
            case TIME -> faults.put(word, timeNs(value, word.word() + " needs " + TIME_HELP + ", not '" + value + "'"));
            case TOKENS -> faults.put(word, count(word, value, 0, 9_999_999));
            case COUNT -> faults.put(word, count(word, value, 1, 9_999_999));
            case STATUS -> faults.put(word, count(word, value, 400, 599));
            case RATE -> faults.put(word, bytesPerSecond(word, value));
            case URL -> faults.put(word, url(word, value));
            case CHOICE -> {
                if (!word.choices.contains(value)) {
                    throw error(
                            word.word() + " is one of " + String.join(", ", word.choices) + ", not '" + value + "'");
                }
                faults.put(word, value);
            }
            case NONE -> throw new IllegalStateException("read before");
        }
    }

    private long count(FaultWord word, String value, long min, long max) {
        if (!COUNT.matcher(value).matches() || Long.parseLong(value) < min || Long.parseLong(value) > max) {
            throw error(word.word() + " needs a whole number from " + min + " to " + max + ", not '" + value + "'");
        }
        return Long.parseLong(value);
    }

    private long bytesPerSecond(FaultWord word, String value) {
        Matcher rate = RATE.matcher(value);
        if (!rate.matches()) {
            throw error(word.word() + " needs a rate in B/s, kB/s or MB/s, like 20kB/s, not '" + value + "'");
        }
        int places = switch (rate.group(2)) {
            case "kB" -> 3;
            case "MB" -> 6;
            default -> 0;
        };
        long bytes = new BigDecimal(rate.group(1)).movePointRight(places).longValue();
        if (bytes < 1) {
            throw error(word.word() + " needs at least 1B/s");
        }
        return bytes;
    }

    /// The location goes into a header.
    private String url(FaultWord word, String value) {
        try {
            if (!value.isEmpty()) {
                return new URI(value).toASCIIString();
            }
        } catch (URISyntaxException _) {
            // Said below.
        }
        throw error(word.word() + " needs a URL, not '" + value + "'");
    }

    private long timeNs(String value, String problem) {
        Matcher time = TIME.matcher(value);
        if (!time.matches()) {
            throw error(problem);
        }
        return timeNs(time.group(1), time.group(2), problem);
    }

    private long timeNs(String number, String unit, String problem) {
        OptionalLong ns = Units.nanos(new BigDecimal(number), unit);
        if (ns.isEmpty() || ns.getAsLong() > MAX_TIME_NS) {
            throw error(ns.isEmpty() ? problem : "a time is whole nanoseconds and at most a day");
        }
        return ns.getAsLong();
    }

    private void condition(String condition) {
        Matcher percent = SHARE.matcher(condition);
        if (percent.matches()) {
            share = Double.parseDouble(percent.group(1)) / 100;
            if (share > 1) {
                throw error("'" + condition + "' is more than 100%");
            }
            return;
        }
        Matcher window = WINDOW.matcher(condition);
        String problem = "'@" + condition + "' is neither a share like @5% nor a time like @10..20s, @10s.. or @..20s";
        if (!window.matches() || (window.group(1) == null && window.group(3) == null)) {
            throw error(problem);
        }
        if (window.group(1) != null) {
            String unit = window.group(2).isEmpty() ? window.group(4) : window.group(2);
            if (unit == null) {
                throw error(problem);
            }
            fromNs = timeNs(window.group(1), unit, problem);
        }
        if (window.group(3) != null) {
            toNs = timeNs(window.group(3), window.group(4), problem);
        }
        if (fromNs >= toNs) {
            throw error("'@" + condition + "' ends before it begins");
        }
    }

    private void checkDetails() {
        for (FaultWord word : said) {
            FaultWord main = word.detailOf;
            if (main != null && !said.contains(main)) {
                throw error("'" + word.word() + "' goes with '" + main.word() + "', which is not there");
            }
        }
    }

    private void checkScopes() {
        for (FaultWord word : said) {
            boolean alone = word.scope == Scope.SERVER || word.scope == Scope.CONNECTION;
            if (alone && said.size() > 1) {
                throw error("'" + word.word() + "' is not about a request and stands alone");
            }
        }
        boolean always = share == 1 && fromNs == 0 && toNs == Long.MAX_VALUE && periodNs == 0 && everyRequests == 1;
        if (said.contains(FaultWord.STARTING) && !always) {
            throw error("'starting' takes no condition");
        }
        boolean pauseAlone = said.contains(FaultWord.PAUSE) && said.size() == 1;
        if (periodNs > 0 && toNs == Long.MAX_VALUE && !(pauseAlone && share == 1)) {
            throw error("say for how long of each period, like every=30s: drop@0..2s");
        }
        if (periodNs > 0 && toNs < Long.MAX_VALUE && toNs > periodNs) {
            throw error("the time after @ lies within a period of every=");
        }
    }

    private FaultException unknown(String name) {
        return error("'" + name + "' is not a fault"
                + Suggestions.nearest(name, FaultWord.words())
                        .map(nearest -> "; did you mean '" + nearest + "'?")
                        .orElse(".")
                + " Known are " + String.join(", ", FaultWord.words()));
    }

    private FaultException error(String problem) {
        String quoted = text.length() <= MAX_QUOTED_CHARS ? text : text.substring(0, MAX_QUOTED_CHARS) + "…";
        return new FaultException("fault '" + quoted + "': " + problem);
    }
}
