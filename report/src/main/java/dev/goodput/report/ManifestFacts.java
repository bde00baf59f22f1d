package dev.goodput.report;

import dev.goodput.core.trace.ClientHealth;
import dev.goodput.core.trace.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// How the run came about, as label and value.
record ManifestFacts(String label, String value) {

    static List<ManifestFacts> of(ReportInput input) {
        Manifest manifest = input.run().manifest();
        List<ManifestFacts> facts = new ArrayList<>();
        add(facts, "tool", manifest.tool());
        add(facts, "origin", manifest.origin().name().toLowerCase(Locale.ROOT));
        add(facts, "status", manifest.status().name().toLowerCase(Locale.ROOT));
        add(facts, "started", manifest.startedAt().toString());
        add(facts, "window", Format.seconds(input.metrics().throughput().windowSeconds()));
        Manifest.Endpoint endpoint = manifest.endpoint();
        if (endpoint != null) {
            add(facts, "endpoint", endpoint.url());
            add(facts, "API", endpoint.api());
            add(facts, "model", endpoint.model());
        }
        String hardware = manifest.hardware();
        add(facts, "hardware", hardware == null ? "not told" : hardware);
        add(facts, "workload", manifest.workload().description());
        add(facts, "workload seed", Long.toString(manifest.workload().seed()));
        add(facts, "schedule", schedule(manifest.schedule()));
        add(facts, "schedule seed", Long.toString(manifest.schedule().seed()));
        if (manifest.slo() != null) {
            add(facts, "SLO as given", manifest.slo());
        }
        add(facts, "command", String.join(" ", manifest.command()));
        manifest.host().forEach((name, value) -> add(facts, "host: " + name, value));
        ClientHealth health = manifest.clientHealth();
        if (health != null) {
            addHealth(facts, health);
        }
        return List.copyOf(facts);
    }

    private static String schedule(Manifest.Schedule schedule) {
        StringBuilder words = new StringBuilder(schedule.kind());
        if (schedule.ratePerSecond() > 0) {
            words.append(", ").append(Format.rate(schedule.ratePerSecond())).append(" requests/s");
        }
        if (schedule.concurrency() > 0) {
            words.append(", at most ").append(schedule.concurrency()).append(" in flight");
        }
        return words.toString();
    }

    private static void addHealth(List<ManifestFacts> facts, ClientHealth health) {
        add(
                facts,
                "client: event-loop lag",
                "P99 " + Format.time((double) health.loopLagP99Ns()) + ", max "
                        + Format.time((double) health.loopLagMaxNs()));
        add(
                facts,
                "client: GC pauses",
                Format.time((double) health.gcPauseTotalNs()) + " in all, longest "
                        + Format.time((double) health.gcPauseMaxNs()));
        add(facts, "client: CPU", Format.percent(health.cpuShare()) + " of all cores");
        add(
                facts,
                "client: reads and chunks",
                Format.count(health.reads()) + " socket reads, " + Format.count(health.chunks()) + " chunks");
    }

    private static void add(List<ManifestFacts> facts, String label, String value) {
        String clean = PlainText.clean(value);
        if (!clean.isEmpty()) {
            facts.add(new ManifestFacts(PlainText.clean(label), clean));
        }
    }
}
