package dev.goodput.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.engine.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class LatencyProfilesTest {
    @SuppressWarnings("UnusedVariable") // read by @FieldSource
    private static final Iterable<String> PRESETS = LatencyProfiles.PRESETS;

    private static final String GOOD = """
            name: mine
            arrivals: 12.5/s
            queue:
              mean: 40ms
            prefill:
              per-prompt-token: 50us
            prompt-tokens:
              128: 25%
              8192: 75%
            decode:
              mean: 7ms
              sigma: 15%
              floor: 1.5ms
            tail-spikes:
              share: 0%
              factor: 3..8
            output-tokens: 50..300
            """;

    @TempDir
    private Path folder;

    @Test
    void defaultIsTheDeclaredOne() {
        LatencyProfile profile = LatencyProfiles.load("default");
        assertThat(profile.name()).isEqualTo("default");
        assertThat(profile.arrivalsPerSecond()).isEqualTo(20);
        assertThat(profile.queueMeanNs()).isEqualTo(40_000_000);
        assertThat(profile.prefillPerTokenNs()).isEqualTo(50_000);
        assertThat(profile.promptTokens().getFirst().tokens()).isEqualTo(128);
        assertThat(profile.promptTokens().getLast().tokens()).isEqualTo(8192);
        assertThat(profile.decode()).isEqualTo(new LatencyProfile.Decode(7_000_000, 0.15, 1_500_000));
        assertThat(profile.tailSpikes()).isEqualTo(new LatencyProfile.TailSpikes(0.002, 3, 8));
        assertThat(profile.outputTokens()).isEqualTo(new LatencyProfile.OutputLengths(50, 300));
    }

    @ParameterizedTest
    @FieldSource("PRESETS")
    void presetsCarryTheirOwnName(String preset) {
        assertThat(LatencyProfiles.load(preset).name()).isEqualTo(preset);
    }

    @Test
    void readsAFileOfTheSameForm() throws IOException {
        LatencyProfile profile = LatencyProfiles.load(write(GOOD));
        assertThat(profile.name()).isEqualTo("mine");
        assertThat(profile.arrivalsPerSecond()).isEqualTo(12.5);
        assertThat(profile.promptTokens())
                .containsExactly(
                        new LatencyProfile.PromptLength(128, 0.25), new LatencyProfile.PromptLength(8192, 0.75));
    }

    @Test
    void unknownPresetNamesTheNearest() {
        assertThatThrownBy(() -> LatencyProfiles.load("defualt"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("no latency preset or file 'defualt'; did you mean 'default'?");
        assertThatThrownBy(() -> LatencyProfiles.load("no/such\u001b[31m/file.yaml"))
                .hasMessage(
                        "no latency preset or file 'no/such?[31m/file.yaml'; presets are default, fast-8b, slow-70b");
    }

    /// Each row: a line of the good profile, what it is replaced by (`|` starts a new line), the message after the
    /// file.
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "'  mean: 40ms'; '  maen: 40ms'; ' line 4: unknown key ''maen''; did you mean ''mean''?'",
                "'arrivals: 12.5/s'; 'arrival: 12.5/s'; ' line 2: unknown key ''arrival''; did you mean ''arrivals''?'",
                "'arrivals: 12.5/s'; 'arrivals: 12.5'; ' line 2: arrivals ''12.5'' is not a rate; write it like 20/s'",
                "'arrivals: 12.5/s'; 'arrivals: 0/s'; ' line 1: arrivals must lie above 0 and at most at 1000000/s'",
                "'  mean: 40ms'; '  mean: 40'; ' line 4: mean ''40'' is not a time; write a number and a unit (ns, us, ms, s), like 40ms'",
                "'  mean: 40ms'; '  mean: -40ms'; ' line 4: mean ''-40ms'' is not a time; write a number and a unit (ns, us, ms, s), like 40ms'",
                "'  mean: 40ms'; '  mean: 40mz'; ' line 4: mean ''40mz'' has an unknown unit; write ns, us, ms or s, like 40ms'",
                "'  mean: 40ms'; '  mean: 4000s'; ' line 4: mean ''4000s'' must be whole nanoseconds and at most 10min'",
                "'  sigma: 15%'; '  sigma: 0.15'; ' line 12: sigma ''0.15'' is not a share; write it like 15%'",
                "'  sigma: 15%'; '  sigma: 150%'; ' line 11: sigma of the decode gap lies between 0% and 100%'",
                "'  floor: 1.5ms'; '  floor: 9ms'; ' line 11: the floor of the decode gap lies between 0 and its mean'",
                "'  floor: 1.5ms'; ''; ' line 11: ''floor'' is missing'",
                "'  floor: 1.5ms'; '  floor: 1.5ms|  floor: 2ms'; ' line 14: ''floor'' is given twice; keep one of them'",
                "'  128: 25%'; '  128: 20%'; ' line 8: the shares of the prompt lengths must add up to 100%'",
                "'  128: 25%'; '  short: 25%'; ' line 8: ''short'' is not a prompt length; write lines like 512: 20%'",
                "'  128: 25%'; '  128: 25%|  256: 0%'; ' line 8: a share of prompts lies above 0% and at most at 100%'",
                "'  factor: 3..8'; '  factor: 3-8'; ' line 16: factor ''3-8'' is not a range of factors; write it like 3..8'",
                "'  factor: 3..8'; '  factor: 0.5..8'; ' line 15: tail spikes slow by a factor of at least 1'",
                "'output-tokens: 50..300'; 'output-tokens: 300..50'; ' line 17: output-tokens ''300..50'' runs downwards; write it like 50..300'",
                "'output-tokens: 50..300'; 'output-tokens: [50, 300]'; ' line 17: ''output-tokens'' must be a single value'",
                "'queue:'; 'queue: 40ms|tail-spikes:'; ' line 15: ''tail-spikes'' is given twice; keep one of them'",
                "'queue:'; 'queue: {'; ' line 5: not valid YAML: expected '','' or ''}'', but got :'",
            })
    void mistakesAreToldWithTheirPlace(String line, String replacement, String message) throws IOException {
        assertThat(GOOD).contains(line);
        String file = write(GOOD.replaceFirst(java.util.regex.Pattern.quote(line), replacement.replace("|", "\n")));
        assertThatThrownBy(() -> LatencyProfiles.load(file))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file + message);
    }

    @Test
    void emptyBinaryAndHostileFilesGetOneLine() throws IOException {
        String empty = write("# nothing\n");
        assertThatThrownBy(() -> LatencyProfiles.load(empty)).hasMessageStartingWith(empty + ": is empty");
        String words = write("just words\n");
        assertThatThrownBy(() -> LatencyProfiles.load(words))
                .hasMessage(words + " line 1: a latency profile must be a list of 'key: value' lines");
        String hostile = write("\"na\\e[31m\\nme\": x\n");
        assertThatThrownBy(() -> LatencyProfiles.load(hostile))
                .hasMessageStartingWith(hostile + " line 1: unknown key 'na?[31m?me'; ");
        Path binary = folder.resolve("binary.yaml");
        Files.write(binary, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThatThrownBy(() -> LatencyProfiles.load(binary.toString()))
                .hasMessage(binary + ": not UTF-8 text; a latency profile is a YAML file");
    }

    private String write(String yaml) throws IOException {
        return Files.writeString(folder.resolve("mine.yaml"), yaml).toString();
    }
}
