package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimParserTest {

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            15,000 tok/s on H100                        ; 15,000 tokens/s
            15k tokens per second                       ; 15,000 tokens/s
            1.5M tok/s                                  ; 1,500,000 tokens/s
            we do 15 000 t/s                            ; 15,000 tokens/s
            3000 output tokens/s per GPU                ; 3,000 output tokens/s per GPU
            120 tok/s/user                              ; 120 tokens/s per user
            40 tps per user                             ; 40.0 tokens/s per user
            90,000 total tokens/s                       ; 90,000 input and output tokens/s
            50k prefill tok/s                           ; 50,000 input tokens/s
            600 tok/min                                 ; 10.0 tokens/s
            12 req/s                                    ; 12.0 requests/s
            720 requests per minute                     ; 12.0 requests/s
            30 QPS in total                             ; 30.0 requests/s in all
            TTFT 200ms                                  ; TTFT 200 ms
            P99 TTFT of 450 ms                          ; P99 TTFT 450 ms
            TTFT (p99) < 0.45 s                         ; P99 TTFT 450 ms
            99th percentile TTFT under 1s               ; P99 TTFT 1,000 ms
            7.07 ms ITL                                 ; ITL 7.07 ms
            mean inter-token latency: 12 ms             ; mean ITL 12.0 ms
            800 ms p99 ttft                             ; P99 TTFT 800 ms
            TPOT 25ms and TTFT 300ms                    ; TPOT 25.0 ms, TTFT 300 ms
            sub-200 ms latency                          ; E2E 200 ms
            """)
    void numbersWithTheirUnits(String text, String figures) {
        Claim claim = ClaimParser.parse(text).orElseThrow();
        List<String> found =
                claim.figures().stream().map(ClaimFigure::words).sorted().toList();
        assertThat(found)
                .isEqualTo(Stream.of(figures.split(", (?=[A-Z])", -1)).sorted().toList());
    }

    @Test
    void everythingElseThatAClaimMaySay() {
        Claim claim = ClaimParser.parse("Llama-3.1 70B FP8 on 8xH100 80GB with vLLM 0.11.0: 15,000 output tok/s at"
                        + " concurrency 256, 1k in / 128 out, P99 TTFT 450 ms, SLO goodput 99%, cold cache, closed loop,"
                        + " AIPerf, 3000 requests")
                .orElseThrow();
        assertThat(claim.model()).isEqualTo("Llama-3.1 70B");
        assertThat(claim.gpus() + " " + claim.gpu()).isEqualTo("8 H100");
        assertThat(claim.precision()).isEqualTo("FP8");
        assertThat(claim.engine()).isEqualTo("vLLM 0.11.0");
        assertThat(claim.concurrency()).isEqualTo(256);
        assertThat(claim.inputTokens()).isEqualTo(1000);
        assertThat(claim.outputTokens()).isEqualTo(128);
        assertThat(ClaimGap.of(claim)).containsExactly(ClaimGap.SCOPE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            9000 tok/s on 4 H100s                 ; 4 ; H100
            9000 tok/s on H200 x8                 ; 8 ; H200
            9000 tok/s, 2x NVIDIA A100            ; 2 ; A100
            9000 tok/s on MI300X                  ; 0 ; MI300X
            9000 tok/s on 16 GPUs                 ; 16 ; ''
            9000 tok/s on RTX 4090                ; 0 ; RTX 4090
            """)
    void hardware(String text, int gpus, String gpu) {
        Claim claim = ClaimParser.parse(text).orElseThrow();
        assertThat(claim.gpus()).isEqualTo(gpus);
        assertThat(claim.gpu()).isEqualTo(gpu);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "the fastest engine on earth", "H100", "15,000", "99%", "tok/s", "ms"})
    void whatIsNoClaimIsNone(String text) {
        assertThat(ClaimParser.parse(text)).isEmpty();
    }

    static Stream<String> hostile() {
        return Stream.of(
                "15,000 tok/s \u001b[31mred\u0007\u202e\nnext",
                "9".repeat(500) + " tok/s",
                "1 ".repeat(400) + "tok/s",
                "9".repeat(12) + "M tok/s per user at concurrency 999999999999",
                "(".repeat(500) + "5 tok/s",
                "0 tok/s at batch 0, TTFT 0 ms",
                "TTFT ".repeat(200) + "5 ms",
                "1,".repeat(400) + "000 tok/s on 99999 H100");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void hostileClaimsAreAnsweredInClearText(String text) {
        ClaimParser.parse(text).ifPresent(claim -> {
            ClaimReport report = new ClaimReport(claim, java.util.Optional.empty());
            String shown = report.terminal(TerminalStyle.PLAIN);
            assertThat(shown).doesNotContain("\u001b", "\u0007", "\u202e", "NaN", "Infinity", "∞");
            assertThat(report.json()).doesNotContain("NaN", "Infinity");
        });
    }
}
