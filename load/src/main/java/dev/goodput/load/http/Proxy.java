package dev.goodput.load.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An HTTP proxy, and the rules by which the environment names one.
///
/// @param user sent with its password as basic authorization; null sends none
public record Proxy(
        String host,
        int port,
        @Nullable String user,
        @Nullable String password) {
    private static final int DEFAULT_PORT = 80;

    /// The proxy for `url` by `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` (lower case first, as curl has it), or
    /// null. This machine itself is never reached through a proxy.
    ///
    /// @throws IllegalArgumentException if the variable's value is no proxy URL
    public static @Nullable Proxy fromEnvironment(Map<String, String> environment, boolean tls, String host, int port) {
        if (isLoopback(host) || isExempt(variable(environment, "no_proxy"), host, port)) {
            return null;
        }
        String name = tls ? "https_proxy" : "http_proxy";
        String value = variable(environment, name);
        return value.isBlank() ? null : parse(name, value.strip());
    }

    static boolean isLoopback(String host) {
        String plain = host.toLowerCase(Locale.ROOT);
        return plain.equals("localhost")
                || plain.endsWith(".localhost")
                || plain.startsWith("127.")
                || plain.equals("::1")
                || plain.equals("[::1]");
    }

    private static String variable(Map<String, String> environment, String name) {
        String value = environment.get(name);
        return value != null ? value : environment.getOrDefault(name.toUpperCase(Locale.ROOT), "");
    }

    private static boolean isExempt(String noProxy, String host, int port) {
        String plain = host.toLowerCase(Locale.ROOT);
        for (String given : noProxy.split(",", -1)) {
            String entry = given.strip().toLowerCase(Locale.ROOT);
            if (entry.equals("*")) {
                return true;
            }
            String suffix = ":" + port;
            String domain = entry.endsWith(suffix) ? entry.substring(0, entry.length() - suffix.length()) : entry;
            String bare = domain.startsWith("*.")
                    ? domain.substring(2)
                    : domain.startsWith(".") ? domain.substring(1) : domain;
            if (!bare.isEmpty() && (plain.equals(bare) || plain.endsWith("." + bare))) {
                return true;
            }
        }
        return false;
    }

    private static Proxy parse(String name, String value) {
        try {
            URI uri = new URI(value.contains("://") ? value : "http://" + value);
            if ("http".equalsIgnoreCase(uri.getScheme()) && uri.getHost() != null) {
                String[] login = uri.getUserInfo() == null
                        ? new String[0]
                        : uri.getUserInfo().split(":", 2);
                return new Proxy(
                        uri.getHost(),
                        uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(),
                        login.length > 0 ? login[0] : null,
                        login.length > 1 ? login[1] : null);
            }
        } catch (URISyntaxException e) {
            // Reported below, without the value: it may hold a password.
        }
        throw new IllegalArgumentException("the proxy in the environment variable " + name.toUpperCase(Locale.ROOT)
                + " is not of the form http://HOST:PORT");
    }

    /// Masks the password.
    @Override
    public String toString() {
        return "http://" + host + ":" + port;
    }
}
