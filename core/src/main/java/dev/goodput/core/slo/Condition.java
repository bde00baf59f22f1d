package dev.goodput.core.slo;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.trace.Usage;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Which requests a clause is about: `output_tokens < 300`, `class == "agent"`. Several are joined by `and`.
///
/// Where what a condition asks for is not known it holds, so that no request is good for want of a count.
public sealed interface Condition {

    /// A comparison of a size of the request.
    record Length(Size size, Comparison comparison, long bound) implements Condition {
        @Override
        public String toString() {
            return size.id() + " " + comparison.sign() + " " + bound;
        }
    }

    /// The class of the workload that the request belongs to.
    record ClassIs(String name) implements Condition {
        public ClassIs {
            if (name.isBlank() || name.indexOf('"') >= 0 || name.chars().anyMatch(Character::isISOControl)) {
                throw new IllegalArgumentException("a class is named by printable characters other than '\"'");
            }
        }

        @Override
        public String toString() {
            return "class == \"" + name + "\"";
        }
    }

    /// A size of a request.
    enum Size {
        OUTPUT_TOKENS("output_tokens"),
        INPUT_TOKENS("input_tokens");

        private final String id;

        Size(String id) {
            this.id = id;
        }

        public String id() {
            return id;
        }

        /// The size of one request, NaN when nobody counted. Input tokens are the server's count, else the client's.
        public double of(Observation request) {
            return switch (this) {
                case OUTPUT_TOKENS -> {
                    int tokens = request.reading().outputTokens();
                    yield tokens == 0 && request.trace().isCompleted() ? Double.NaN : tokens;
                }
                case INPUT_TOKENS -> {
                    int tokens = RunMetrics.promptTokens(request.trace());
                    yield tokens == Usage.UNKNOWN ? Double.NaN : tokens;
                }
            };
        }

        public static Optional<Size> byId(String id) {
            return Arrays.stream(values()).filter(size -> size.id.equals(id)).findFirst();
        }
    }

    /// An ordering of a size against a bound.
    enum Comparison {
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

        boolean holds(double left, long right) {
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

    /// Whether the condition holds for a request, or may hold: an answer that failed half-way could have become
    /// longer.
    default boolean holds(Observation request) {
        return switch (this) {
            case Length length -> {
                double size = length.size().of(request);
                yield Double.isNaN(size) || holdsAt(length, size, isOpen(length, request));
            }
            case ClassIs classIs -> {
                String requestClass = request.trace().asked().requestClass();
                yield requestClass == null || requestClass.equals(classIs.name());
            }
        };
    }

    /// Whether the condition holds for a request that was stopped half-way, however many tokens were still to come.
    default boolean holdsForGood(Observation stopped) {
        return switch (this) {
            case Length length
            when isOpen(length, stopped) ->
                switch (length.comparison()) {
                    case BELOW, AT_MOST, EQUAL -> false;
                    case ABOVE, AT_LEAST ->
                        length.comparison().holds(length.size().of(stopped), length.bound());
                };
            case Length _, ClassIs _ -> holds(stopped);
        };
    }

    private static boolean isOpen(Length length, Observation request) {
        return length.size() == Size.OUTPUT_TOKENS && !request.trace().isCompleted();
    }

    private static boolean holdsAt(Length length, double size, boolean isOpen) {
        if (!isOpen) {
            return length.comparison().holds(size, length.bound());
        }
        return switch (length.comparison()) {
            case BELOW -> size < length.bound();
            case AT_MOST, EQUAL -> size <= length.bound();
            case ABOVE, AT_LEAST -> true;
        };
    }

    static boolean allHold(Collection<Condition> conditions, Observation request) {
        return conditions.stream().allMatch(condition -> condition.holds(request));
    }

    /// How conditions follow a clause: ` when output_tokens < 300 and class == "chat"`, or nothing.
    static String text(List<Condition> conditions) {
        return conditions.isEmpty()
                ? ""
                : conditions.stream().map(Condition::toString).collect(Collectors.joining(" and ", " when ", ""));
    }
}
