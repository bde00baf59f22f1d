package dev.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.server.fault.FaultWord;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServeCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... arguments) {
        String[] words = Stream.concat(Stream.of("serve"), Stream.of(arguments)).toArray(String[]::new);
        return Main.run(words, print(out), print(err));
    }

    private static PrintStream print(ByteArrayOutputStream to) {
        return new PrintStream(to, true, StandardCharsets.UTF_8);
    }

    @Test
    void helpHasEveryFaultOnLinesThatFit() {
        assertThat(run("--help")).isZero();
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        for (FaultWord word : FaultWord.values()) {
            assertThat(lines).anyMatch(line -> line.startsWith("  " + word.form()));
            assertThat(lines).anyMatch(line -> line.endsWith(word.meaning()));
        }
        assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
        assertThat(lines).anyMatch(line -> line.contains("'stall=2s@5%'"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --fault=stal=2s                    | goodput: fault 'stal=2s': 'stal' is not a fault; did you mean 'stall'?
            --tokenizer=o200k                  | goodput: --tokenizer: no tokenizer 'o200k'; did you mean 'o200k_base'?
            --latency=default --degraded       | goodput: --latency draws what --engine and --degraded would model
            --latency=default --engine=h100-llama3.1-8b | goodput: --latency draws what --engine and --degraded
            --set=replicas=2                   | goodput: --set changes an engine: say which with --engine
            --engine=h1000-nothing             | goodput: no engine or file 'h1000-nothing'
            --latency=nothing                  | goodput: no latency preset or file 'nothing'
            --port=70000                       | goodput: port 70000 does not exist
            """)
    void mistakesGetOneLine(String arguments, String problem) {
        assertThat(run(arguments.split(" ", -1))).isEqualTo(ExitCode.USAGE.code());
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .singleElement()
                .asString()
                .startsWith(problem);
    }
}
