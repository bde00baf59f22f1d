package dev.goodput.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What a reader of a run must know about the machine that measured it.
final class HostFacts {
    private HostFacts() {}

    static Map<String, String> collect() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("arch", System.getProperty("os.arch"));
        firstMatch("/proc/cpuinfo", "model name").ifPresent(cpu -> facts.put("cpu", cpu));
        facts.put("processors", String.valueOf(Runtime.getRuntime().availableProcessors()));
        content("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
                .ifPresent(governor -> facts.put("cpu_governor", governor));
        content("/sys/fs/cgroup/cpu.max").ifPresent(quota -> facts.put("cgroup_cpu_max", quota));
        content("/proc/loadavg").ifPresent(load -> facts.put("load_average_at_start", load));
        facts.put("java", System.getProperty("java.runtime.version"));
        facts.put("clock", "System.nanoTime (monotonic); wall clock read once, at the epoch");
        return facts;
    }

    private static Optional<String> content(String file) {
        try {
            return Optional.of(Files.readString(Path.of(file)).strip()).filter(text -> !text.isEmpty());
        } catch (IOException e) {
            return Optional.empty(); // not this kind of machine
        }
    }

    private static Optional<String> firstMatch(String file, String key) {
        return content(file).stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst();
    }
}
