package dev.goodput.engine.workload;

import dev.goodput.core.slo.Suggestions;
import dev.goodput.engine.config.ConfigException;
import dev.goodput.engine.config.Plain;
import dev.goodput.engine.config.YamlFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Where workloads come from: the presets in the jar, descriptions in YAML, and recorded traces.
///
/// # Descriptions
///
/// ```yaml
/// name: support                    # for people
/// arrivals: poisson 8/s            # or constant 8/s, gamma 8/s cv 3, bursts 8/s on 10s off 30s;
///                                  # without, the command line says when. A conversation arrives once.
/// prompt: 800 ± 300                # tokens of the caller's own text
/// answer: p50 130 p99 600 max 1000 # tokens of the answer; max is also what the caller allows
/// priority: 0                      # lower is served first, by engines that look at it
/// prefix:                          # texts before the caller's own, shared by many: names are free, and one
///   system: 1200                   # name means the same texts in all classes
///   documents: 4 x 512 from 2000 zipf 1  # 4 texts of 512 tokens, chosen from 2000 by Zipf's law (or alike)
/// turns: 1..6                      # of a conversation: each prompt repeats all before it
/// follow-up: 60 ± 20               # tokens that a later turn adds; without, as many as the first
/// think: exponential 20s           # from the end of an answer to the next turn
/// max-context: 32768               # a conversation ends where prompt and answer would be longer
/// ```
///
/// Only `name`, `prompt` and `answer` must be there. Several kinds of callers stand under `classes`, by
/// name, each with its `share` of the arrivals (`share: 30%`) and the keys above but `name` and `arrivals`.
///
/// Lengths and times are written `800`, `800 ± 300` (normal), `50..300` (all alike),
/// `p50 130 p99 600` (the lognormal with these quantiles), `lognormal 800 ± 900` (mean, standard
/// deviation), `exponential 150`, each cut at `max 1000` if that stands behind it; or as shares of such:
/// `20% 512, 80% 1000..2000`. Lengths are whole and at least 1. Times have a unit: `5s`, `200ms`, `1min`.
///
/// # Recorded traces
///
/// CSV with a header or JSON lines, known by their columns; empty lines and lines that begin with `#`
/// are passed over, and what is out of order is sorted by time.
///
/// - Azure LLM inference: `TIMESTAMP,ContextTokens,GeneratedTokens`
/// - Mooncake (JSON lines): `timestamp` (ms), `input_length`, `output_length`, `hash_ids` of 512 tokens each
/// - BurstGPT: `Timestamp`, `Request tokens`, `Response tokens`, `Log Type` (its class)
/// - Vidur: `arrived_at,num_prefill_tokens,num_decode_tokens`
/// - one's own: `prompt_tokens`, `output_tokens`, and if known `arrival_s`, `class`, `prefix` (a name for
///   the text that the prompt begins with) and `prefix_tokens` (its length)
///
/// Where two or more requests in the mean have the same time, the clock was coarse (Mooncake's ticks every
/// 3 s): the seed then spreads the requests inside the ticks.
public final class Workloads {
    private static final List<String> DESCRIBED =
            List.of("chat", "summarize", "long-context", "code-completion", "agent", "reasoning", "rag", "mixed");
    private static final List<String> RECORDED = List.of("azure-conv", "azure-code", "mooncake");

    /// The presets by name.
    public static final List<String> PRESETS =
            Stream.concat(DESCRIBED.stream(), RECORDED.stream()).toList();

    private static final String WHAT = "a workload";

    private Workloads() {}

    /// The preset of that name, else the workload in that file. A file that is called like a preset is
    /// reached by a path with a slash in it, such as `./chat`.
    ///
    /// @throws ConfigException when there is neither, or the file cannot be read or understood
    public static Workload load(String presetOrFile) {
        if (DESCRIBED.contains(presetOrFile)) {
            return WorkloadReader.read(YamlFile.resource(Workloads.class, presetOrFile + ".yaml", WHAT));
        }
        if (RECORDED.contains(presetOrFile)) {
            return recorded(presetOrFile);
        }
        return trace(file(presetOrFile)).orElseGet(() -> description(presetOrFile));
    }

    private static Path file(String name) {
        try {
            Path file = Path.of(name);
            if (Files.exists(file) && !Files.isDirectory(file)) {
                return file;
            }
        } catch (InvalidPathException _) {
            throw unknown(name);
        }
        throw unknown(name);
    }

    private static Workload description(String file) {
        return WorkloadReader.read(YamlFile.read(file, WHAT)
                .orElseThrow(() -> new ConfigException(Plain.text(file)
                        + ": only a recorded trace can come through a pipe; put a description into a file")));
    }

    private static Optional<Workload> trace(Path file) {
        try (TraceLines lines = new TraceLines(file.toString(), Files.newInputStream(file))) {
            return TraceReader.read(String.valueOf(file.getFileName()), lines);
        } catch (IOException e) {
            throw new ConfigException(Plain.text(file.toString()) + ": cannot be read ("
                    + Plain.text(String.valueOf(e.getMessage())) + "); check its permissions");
        }
    }

    private static Workload recorded(String name) {
        String file = name.equals("mooncake") ? "mooncake.jsonl" : name + ".csv";
        @SuppressWarnings("resource") // the lines close it
        InputStream in = Workloads.class.getResourceAsStream(file);
        if (in == null) {
            throw new IllegalStateException(file + " is missing from the jar");
        }
        try (TraceLines lines = new TraceLines(file, in)) {
            return TraceReader.read(name, lines).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ConfigException unknown(String word) {
        return new ConfigException("no workload preset or file '" + Plain.text(word) + "'"
                + Suggestions.nearest(word, PRESETS)
                        .map(nearest -> "; did you mean '" + nearest + "'?")
                        .orElse("; presets are " + String.join(", ", PRESETS)));
    }
}
