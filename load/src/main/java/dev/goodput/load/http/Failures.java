package dev.goodput.load.http;

import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.load.answer.ErrorText;
import io.netty.handler.proxy.ProxyConnectException;
import java.net.ConnectException;
import java.util.Locale;
import javax.net.ssl.SSLException;

/// Names what went wrong in the transport.
final class Failures {
    private Failures() {}

    /// A failure before any response.
    static Outcome.Failed of(FailureCategory category, String message) {
        return new Outcome.Failed(category, 0, message);
    }

    /// A connection that could not be opened.
    static Outcome.Failed connecting(Throwable cause) {
        return of(connectCategory(cause), describe(cause));
    }

    private static FailureCategory connectCategory(Throwable cause) {
        String said = allMessages(cause);
        if (isOutOfResources(said)) {
            return FailureCategory.CLIENT_RESOURCES;
        }
        if (has(cause, ProxyConnectException.class)) {
            return FailureCategory.PROXY;
        }
        if (has(cause, SSLException.class)) {
            return FailureCategory.TLS;
        }
        if (has(cause, ConnectException.class) && said.contains("refused")) {
            return FailureCategory.CONNECT_REFUSED;
        }
        return said.contains("timed out") ? FailureCategory.CONNECT_TIMEOUT : FailureCategory.CONNECT_FAILED;
    }

    private static boolean isOutOfResources(String said) {
        return said.contains("too many open files")
                || said.contains("cannot assign requested address")
                || said.contains("no buffer space");
    }

    private static boolean has(Throwable cause, Class<? extends Throwable> type) {
        for (Throwable at = cause; at != null; at = at.getCause()) {
            if (type.isInstance(at)) {
                return true;
            }
        }
        return false;
    }

    private static String allMessages(Throwable cause) {
        StringBuilder all = new StringBuilder();
        for (Throwable at = cause; at != null; at = at.getCause()) {
            all.append(at.getMessage()).append('\n');
        }
        return all.toString().toLowerCase(Locale.ROOT);
    }

    /// The innermost words, which name the cause: outer exceptions only wrap it.
    static String describe(Throwable cause) {
        String words = cause.getClass().getSimpleName();
        for (Throwable at = cause; at != null; at = at.getCause()) {
            String message = at.getMessage();
            if (message != null && !message.isBlank()) {
                words = message;
            }
        }
        return ErrorText.line(words);
    }
}
