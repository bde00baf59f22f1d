package dev.goodput.core.slo;

import dev.goodput.core.metric.Reading;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Usage;
import java.util.Arrays;
import java.util.Optional;

/// When a constraint applies: a comparison of a size of the request, such as `output_tokens < 300`.
public record Condition(Size size, Comparison comparison, long bound) {

    /// A size of a request.
    public enum Size {
        OUTPUT_TOKENS("output_tokens"),
        INPUT_TOKENS("input_tokens");

        private final String id;

        Size(String id) {
            this.id = id;
        }

        public String id() {
            return id;
        }

        public static Optional<Size> byId(String id) {
            return Arrays.stream(values()).filter(size -> size.id.equals(id)).findFirst();
        }
    }

    /// An ordering of a size against a bound.
    public enum Comparison {
        BELOW("<"),
        AT_MOST("<="),
        ABOVE(">"),
        AT_LEAST(">="),
        EQUAL("==");

        private final String sign;

        Comparison(String sign) {
            this.sign = sign;
        }

        public String sign() {
            return sign;
        }

        boolean holds(long left, long right) {
            return switch (this) {
                case BELOW -> left < right;
                case AT_MOST -> left <= right;
                case ABOVE -> left > right;
                case AT_LEAST -> left >= right;
                case EQUAL -> left == right;
            };
        }

        public static Optional<Comparison> bySign(String sign) {
            return Arrays.stream(values())
                    .filter(comparison -> comparison.sign.equals(sign))
                    .findFirst();
        }
    }

    /// Whether the condition holds for a request. Input tokens are the server's count, else the client's; where neither
    /// is known the condition holds, so that no request is good for want of a count.
    public boolean holds(RequestTrace trace, Reading reading) {
        return switch (size) {
            case OUTPUT_TOKENS -> comparison.holds(reading.outputTokens(), bound);
            case INPUT_TOKENS -> {
                int promptTokens = RunMetrics.promptTokens(trace);
                yield promptTokens == Usage.UNKNOWN || comparison.holds(promptTokens, bound);
            }
        };
    }

    /// Whether the condition holds for a request that was stopped half-way, however many tokens were still to come.
    boolean holdsForGood(RequestTrace trace, Reading reading) {
        boolean canEnd = size == Size.OUTPUT_TOKENS
                && switch (comparison) {
                    case BELOW, AT_MOST, EQUAL -> true;
                    case ABOVE, AT_LEAST -> false;
                };
        return !canEnd && holds(trace, reading);
    }

    @Override
    public String toString() {
        return size.id() + " " + comparison.sign() + " " + bound;
    }
}
