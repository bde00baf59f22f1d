package dev.goodput.load;

import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The endpoint to measure.
///
/// @param baseUrl such as `http://localhost:8000/v1`; the API's path is appended
/// @param apiKey sent as a bearer token; null sends none
public record Target(
        URI baseUrl, Api api, String model, @Nullable String apiKey) {

    /// A shorter start of a key gives nothing away.
    private static final int MIN_MASKED = 6;

    /// @throws IllegalArgumentException if the URL is not `http(s)://HOST…`, or the key cannot be sent in a
    ///     header
    public Target {
        String scheme = baseUrl.getScheme();
        if (scheme == null || !scheme.toLowerCase(Locale.ROOT).matches("https?") || baseUrl.getHost() == null) {
            throw new IllegalArgumentException(
                    "URL '" + baseUrl + "' is not one to measure: write it like http://HOST:PORT/v1");
        }
        if (baseUrl.getRawQuery() != null || baseUrl.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "URL '" + baseUrl + "' must end with a path such as /v1, without ? or #");
        }
        if (apiKey != null && !apiKey.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("the API key holds a character that no HTTP header can carry"
                    + " (a space or a line end at its end, perhaps)");
        }
    }

    /// Where requests are posted to.
    public URI endpoint() {
        String base = baseUrl.toString();
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + api.path());
    }

    public boolean isTls() {
        return "https".equalsIgnoreCase(baseUrl.getScheme());
    }

    /// The port as written, or the scheme's own.
    public int port() {
        return baseUrl.getPort() >= 0 ? baseUrl.getPort() : isTls() ? 443 : 80;
    }

    /// The text without the key, which servers like to quote when they refuse it, nor a start of it where the
    /// text
    /// was cut.
    String masked(String text) {
        if (apiKey == null) {
            return text;
        }
        String whole = text.replace(apiKey, "***");
        for (int length = apiKey.length() - 1; length >= MIN_MASKED; length--) {
            if (whole.endsWith(apiKey.substring(0, length))) {
                return whole.substring(0, whole.length() - length) + "***";
            }
        }
        return whole;
    }

    /// Masks the key.
    @Override
    public String toString() {
        return "Target[" + endpoint() + ", model=" + model + ", apiKey=" + (apiKey == null ? "none" : "***") + "]";
    }
}
