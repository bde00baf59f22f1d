package dev.goodput.acceptance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The built command as a process of its own, as its users start it.
final class Goodput {
    private static final long PATIENCE_SECONDS = 120;

    private Goodput() {}

    /// What a command came to.
    record Result(int exitCode, String out, String err) {}

    static Result run(String... args) {
        return await(start(Map.of(), List.of(), args));
    }

    static Result run(Map<String, String> environment, String... args) {
        return await(start(environment, List.of(), args));
    }

    /// @param wrapper a command that starts another, such as a shell that sets a limit first
    static Result runWrapped(List<String> wrapper, String... args) {
        return await(start(Map.of(), wrapper, args));
    }

    /// Starts the command without waiting for it. A shell that runs things in the background has them ignore Ctrl-C,
    /// and a JVM keeps ignoring what it was started with; `env` gives the signal its meaning back.
    static Process start(String... args) {
        return start(Map.of(), List.of("env", "--default-signal=INT"), args);
    }

    private static Process start(Map<String, String> environment, List<String> wrapper, String... args) {
        List<String> command = new ArrayList<>(wrapper);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of("--sun-misc-unsafe-memory-access=allow", "-cp", classPath()));
        command.add("dev.goodput.cli.Main");
        command.addAll(List.of(args));
        try {
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment()
                    .keySet()
                    .removeIf(name -> name.toLowerCase(java.util.Locale.ROOT).endsWith("_proxy"));
            builder.environment().putAll(environment);
            builder.redirectInput(
                    ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String classPath() {
        Path app =
                Path.of(Objects.requireNonNull(System.getProperty("goodput.app"), "run by Maven, which names the app"));
        try (Stream<Path> jars = Files.list(app)) {
            return String.join(
                    ":",
                    jars.map(Path::toString)
                            .filter(name -> name.endsWith(".jar"))
                            .sorted()
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Result await(Process process) {
        StringBuilder out = new StringBuilder();
        StringBuilder err = new StringBuilder();
        Thread outReader = collect(process.inputReader(StandardCharsets.UTF_8), out);
        Thread errReader = collect(process.errorReader(StandardCharsets.UTF_8), err);
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the command did not end; it printed " + out + err);
            }
            outReader.join();
            errReader.join();
            return new Result(process.exitValue(), out.toString(), err.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static Thread collect(BufferedReader reader, StringBuilder text) {
        return Thread.ofVirtual().start(() -> {
            try (reader) {
                reader.lines().forEach(line -> text.append(line).append('\n'));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
