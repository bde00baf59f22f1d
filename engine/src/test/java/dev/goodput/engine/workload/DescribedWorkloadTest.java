package dev.goodput.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.engine.config.ConfigException;
import dev.goodput.engine.serving.Prompt.Span;
import dev.goodput.engine.workload.WorkloadRequest.After;
import dev.goodput.engine.workload.WorkloadRequest.At;
import dev.goodput.engine.workload.WorkloadRequest.WhenFree;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DescribedWorkloadTest {
    private static final String TALK = """
            name: talk
            arrivals: poisson 2/s
            prefix:
              system: 100
            prompt: 50 ± 20
            answer: p50 40 p99 200 max 150
            turns: 1..6
            follow-up: 10..20
            think: exponential 3s
            """;

    @Test
    void saysWhatItIs() {
        assertThat(Described.workload(TALK).description())
                .isEqualTo(
                        "talk: prompts 50 ± 20 tokens, answers p50 40 p99 200 max 150, shared system 100, turns 1..6, "
                                + "follow-up 10..20, think exponential 3s; arrivals poisson 2/s");
        assertThat(Described.workload("name: small\nprompt: 800 ± 300\nanswer: 150 ± 50\n")
                        .description())
                .isEqualTo("small: prompts 800 ± 300 tokens, answers 150 ± 50");
        assertThat(Described.workload("name: small\nprompt: 40% 100, 60% 200..300\nanswer: 7\n")
                        .description())
                .isEqualTo("small: prompts mean 190 tokens, answers 7");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 42, -7})
    void aSeedGivesTheSameRequestsAgain(long seed) {
        Workload workload = Described.workload(TALK);
        assertThat(Described.first(2_000, workload, seed))
                .isEqualTo(Described.first(2_000, Described.workload(TALK), seed))
                .isNotEqualTo(Described.first(2_000, workload, seed + 1));
    }

    @Test
    void arrivalsComeInOrderAndTurnsAfterTheirAnswers() {
        for (long seed = 0; seed < 20; seed++) {
            long lastNs = 0;
            List<WorkloadRequest> requests = Described.first(3_000, Described.workload(TALK), seed);
            for (int i = 0; i < requests.size(); i++) {
                assertThat(requests.get(i).index()).isEqualTo(i);
                switch (requests.get(i).start()) {
                    case At(long ns) -> {
                        assertThat(ns).isGreaterThanOrEqualTo(lastNs);
                        lastNs = ns;
                    }
                    case After(long index, long thinkNs) -> {
                        assertThat(index).isEqualTo(i - 1);
                        assertThat(thinkNs).isNotNegative();
                        assertGrows(requests.get(i - 1), requests.get(i));
                    }
                    case WhenFree _ -> throw new AssertionError("there are arrivals");
                }
            }
        }
    }

    private static void assertGrows(WorkloadRequest before, WorkloadRequest after) {
        List<Span> spans = after.request().prompt().spans();
        List<Span> earlier = before.request().prompt().spans();
        assertThat(spans).startsWith(earlier.toArray(Span[]::new)).hasSize(earlier.size() + 2);
        assertThat(spans.get(earlier.size()))
                .isEqualTo(new Span(
                        before.request().outputContent(), before.request().outputTokens()));
        assertThat(spans.getLast().tokens()).isBetween(10, 20);
        assertThat(after.request().promptTokens())
                .isEqualTo(after.request().prompt().tokens());
    }

    @Test
    void conversationsHaveTheirTurnsAndPauses() {
        int conversations = 0;
        double pauseSeconds = 0;
        int pauses = 0;
        for (long seed = 0; seed < 10; seed++) {
            for (WorkloadRequest request : Described.first(5_000, Described.workload(TALK), seed)) {
                if (request.start() instanceof After(long _, long thinkNs)) {
                    pauses++;
                    pauseSeconds += thinkNs / 1e9;
                } else {
                    conversations++;
                }
            }
        }
        // Turns from 1 to 6: 3.5 in the mean, with a standard deviation of 1.7 over some 14,000 conversations.
        assertThat(50_000.0 / conversations).isCloseTo(3.5, within(0.08));
        assertThat(pauseSeconds / pauses).isCloseTo(3, within(0.1));
    }

    @Test
    void aConversationEndsWhereTheContextIsFull() {
        Workload workload = Described.workload("""
                name: long
                prompt: 100
                answer: 50
                turns: 100
                follow-up: 10
                max-context: 400
                """);
        // 150, 210, 270, 330, 390: the sixth turn would need 450.
        List<WorkloadRequest> requests = Described.first(50, workload, 1);
        assertThat(requests.stream()
                        .filter(request -> request.start() instanceof WhenFree)
                        .map(WorkloadRequest::index))
                .containsExactly(0L, 5L, 10L, 15L, 20L, 25L, 30L, 35L, 40L, 45L);
        assertThat(requests)
                .allSatisfy(request -> assertThat(request.request().promptTokens()
                                + request.request().outputTokens())
                        .isLessThanOrEqualTo(400));
    }

    @Test
    void theMaximumIsWhatTheCallerAllows() {
        for (WorkloadRequest request : Described.first(1_000, Described.workload(TALK), 3)) {
            assertThat(request.request().maxOutputTokens()).isEqualTo(150);
            assertThat(request.request().outputTokens()).isLessThanOrEqualTo(150);
        }
        assertThat(Described.first(10, Described.workload("name: a\nprompt: 5\nanswer: 7 ± 2"), 3))
                .allSatisfy(request -> assertThat(request.request().maxOutputTokens())
                        .isEqualTo(request.request().outputTokens()));
    }

    @Test
    void classesHaveTheirSharesAndPriorities() {
        Workload workload = Described.workload("""
                name: two
                classes:
                  fast:
                    share: 70%
                    prompt: 10
                    answer: 5
                    priority: -1
                  slow:
                    share: 30%
                    prompt: 1000
                    answer: 500
                    priority: 3
                """);
        for (long seed = 0; seed < 20; seed++) {
            List<WorkloadRequest> requests = Described.first(10_000, workload, seed);
            Map<String, Long> counts = requests.stream()
                    .collect(Collectors.groupingBy(
                            request -> String.valueOf(request.requestClass()), Collectors.counting()));
            assertThat(counts).containsOnlyKeys("fast", "slow");
            // Five standard errors of a binomial share.
            assertThat(counts.get("fast")).isCloseTo(7_000L, within(230L));
            assertThat(requests).allSatisfy(request -> {
                boolean fast = "fast".equals(request.requestClass());
                assertThat(request.request().promptTokens()).isEqualTo(fast ? 10 : 1000);
                assertThat(request.request().priority()).isEqualTo(fast ? -1 : 3);
            });
        }
    }

    /// The k-th of 100 texts has the share 1/k over the 100th harmonic number, 5.1874.
    @Test
    void zipfPrefersTheFirst() {
        Workload workload = Described.workload("""
                name: zipf
                prefix:
                  documents: 2 x 50..90 from 100 zipf 1
                prompt: 10
                answer: 5
                """);
        for (long seed = 0; seed < 5; seed++) {
            Map<Long, Integer> counts = new HashMap<>();
            Set<Span> spans = new HashSet<>();
            for (WorkloadRequest request : Described.first(20_000, workload, seed)) {
                List<Span> documents = request.request().prompt().spans().subList(0, 2);
                documents.forEach(span -> counts.merge(span.content(), 1, Integer::sum));
                spans.addAll(documents);
            }
            assertThat(spans).as("a text has one length").hasSize(100);
            List<Integer> sorted =
                    counts.values().stream().sorted((a, b) -> b - a).toList();
            assertThat(sorted.get(0) / 40_000.0).isCloseTo(1 / 5.1874, within(0.01));
            assertThat(sorted.get(1) / 40_000.0).isCloseTo(1 / 5.1874 / 2, within(0.008));
            assertThat(sorted.get(9) / 40_000.0).isCloseTo(1 / 5.1874 / 10, within(0.005));
        }
    }

    @Test
    void withoutALawAllOfAPoolAreAlike() {
        Workload workload = Described.workload("name: pool\nprefix:\n  system: 50 from 10\nprompt: 10\nanswer: 5\n");
        Map<Long, Long> counts = Described.first(20_000, workload, 9).stream()
                .collect(Collectors.groupingBy(
                        request -> request.request().prompt().spans().getFirst().content(), Collectors.counting()));
        assertThat(counts.values())
                .hasSize(10)
                .allSatisfy(count -> assertThat(count).isBetween(1_780L, 2_220L));
    }

    @Test
    void oneNameIsOneTextInAllClasses() {
        String classOf = "share: 50%%, prompt: 10, answer: 5, prefix: {system: 50, own%s: 20}";
        List<WorkloadRequest> requests = Described.first(
                100,
                Described.workload("name: n\nclasses:\n  a: {" + classOf.formatted("A") + "}\n  b: {"
                        + classOf.formatted("B") + "}\n"),
                1);
        assertThat(requests.stream()
                        .map(request -> request.request().prompt().spans().get(0)))
                .containsOnly(new Span(-1, 50));
        assertThat(requests.stream()
                        .map(request -> request.request().prompt().spans().get(1))
                        .distinct())
                .hasSize(2);
    }

    /// A change to one distribution leaves what is drawn for the others as it was, so that two runs differ
    /// by that change alone.
    @Test
    void anotherAnswerLengthMovesNothingElse() {
        List<WorkloadRequest> before = Described.first(2_000, Described.workload(TALK), 5);
        List<WorkloadRequest> after = Described.first(
                2_000, Described.workload(TALK.replace("p50 40 p99 200 max 150", "exponential 70 max 150")), 5);
        for (int i = 0; i < before.size(); i++) {
            assertThat(after.get(i).start()).isEqualTo(before.get(i).start());
            assertThat(after.get(i).request().prompt().spans().getLast())
                    .isEqualTo(before.get(i).request().prompt().spans().getLast());
        }
        assertThat(Described.answers(after)).isNotEqualTo(Described.answers(before));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                       | mine.yaml: is empty; a workload has name",
                "prompt: 5\\nanswer: 5                    | mine.yaml line 1: 'name' is missing",
                "name: a\\nprompt: 5                      | mine.yaml line 1: 'answer' is missing",
                "name: a\\nprompts: 5\\nanswer: 5         | line 2: unknown key 'prompts'; did you mean 'prompt'?",
                "name: a\\nprompt: 5\\nanswer: x          | line 3: answer 'x' is none of the forms",
                "name: a\\nprompt: 5\\nanswer: 5\\nshare: 5% | line 4: unknown key 'share'",
                "name: a\\nclasses:\\n  b:\\n    prompt: 5\\n    answer: 5 | line 4: 'share' is missing",
                "name: a\\nclasses:\\n  b: {share: 90%, prompt: 5, answer: 5} | the shares add up to 90%, not 100%",
                "name: a\\nclasses: {}                    | the shares add up to 0%, not 100%",
                "name: a\\nclasses:\\n  b: {share: 1, prompt: 5, answer: 5} | line 3: share '1' is no share",
                "name: a\\nprompt: 5\\nanswer: 5\\npriority: high | line 4: priority 'high' is no priority",
                "name: a\\nprompt: 5\\nanswer: 5\\nmax-context: 0 | line 4: max-context '0' must hold whole numbers",
                "name: a\\nprompt: 5\\nanswer: 5\\nprefix: 5      | line 4: 'prefix' must be a list of",
                "name: a\\nprompt: 5\\nanswer: 5\\nprefix: {s: 5 of 8} | line 4: s '5 of 8' is none of",
                "name: a\\nprompt: 5\\nanswer: 5\\nprefix: {s: 5 from 0} | line 4: s '5 from 0' must hold whole numbers",
                "name: a\\nprompt: 5\\nanswer: 5\\nprefix: {s: 90 x 5} | must hold whole numbers from 1 to 20",
                "name: a\\nprompt: 5\\nanswer: 5\\nthink: 5       | line 4: think '5' is no time",
                "name: [                                  | mine.yaml line 1: not valid YAML",
            })
    void aMistakeIsToldInOneLine(String yaml, String problem) {
        assertThatThrownBy(() -> Described.workload(yaml.replace("\\n", "\n")))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("mine.yaml")
                .hasMessageContaining(problem)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aMistakeDoesNotReachTheTerminalRaw() {
        assertThatThrownBy(() -> Described.workload("name: a\nprompt: \"50% \\e[31m, 50% 8\"\nanswer: 5\n"))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("mine.yaml line 2: prompt '50% ?[31m, 50% 8' contains '?[31m', which is none")
                .hasMessageNotContaining("\u001b");
        assertThat(Described.workload("name: \"a\\e[31m\"\nprompt: 5\nanswer: 5\n")
                        .description())
                .isEqualTo("a?[31m: prompts 5 tokens, answers 5");
    }
}
