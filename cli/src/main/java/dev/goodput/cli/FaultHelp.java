package dev.goodput.cli;

import dev.goodput.server.fault.FaultWord;
import java.util.ArrayList;
import java.util.List;

/// The language of faults as `goodput serve --help` shows it.
final class FaultHelp {
    private static final String INDENT = "  ";
    private static final int MEANING_COLUMN = 32;

    private FaultHelp() {}

    /// Lines for picocli, which takes them as formats.
    static String[] lines() {
        List<String> lines = new ArrayList<>(List.of(
                "",
                "Faults: WORD[=VALUE],…[@WHEN], several separated by ';'. T is a time with its unit, k and n",
                "count tokens, chunks, events or bytes. The same words in the header x-goodput-fault of a request",
                "act on that request. What is about events acts on streams only. The same --seed gives the n-th",
                "request the same faults.",
                "  --fault 'stall=2s@5%'                               5% of the requests",
                "  --fault 'status=503,retry-after=2s@10..20s'         from 10 s to 20 s after the start",
                "  --fault 'every=100: drop'                           every 100th request",
                "  --fault 'every=30s: pause=800ms'                    again and again",
                "  --fault 'every=1min: status=429@0..5s@50%'          half of those in 5 s of each minute",
                "  curl -H 'x-goodput-fault: cut-after=12' …           this request",
                ""));
        for (FaultWord word : FaultWord.values()) {
            String form = INDENT + word.form();
            if (form.length() < MEANING_COLUMN) {
                lines.add(form + " ".repeat(MEANING_COLUMN - form.length()) + word.meaning());
            } else {
                lines.add(form);
                lines.add(" ".repeat(MEANING_COLUMN) + word.meaning());
            }
        }
        return lines.stream().map(line -> line.replace("%", "%%")).toArray(String[]::new);
    }
}
