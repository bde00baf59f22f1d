package dev.goodput.cli;

import dev.goodput.load.Api;
import dev.goodput.load.Target;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/// The base URL of an endpoint as given with `--url`.
final class EndpointUrl {
    private static final String API_KEY_VARIABLE = "OPENAI_API_KEY";

    private EndpointUrl() {}

    /// The endpoint with the key from the environment, if there is one.
    static Target target(URI baseUrl, Api api, String model) {
        String key = System.getenv(API_KEY_VARIABLE);
        try {
            return new Target(baseUrl, api, model, key == null || key.isBlank() ? null : key.strip());
        } catch (IllegalArgumentException e) {
            throw new CliException(ExitCode.USAGE, Console.oneLine(String.valueOf(e.getMessage())));
        }
    }

    /// @throws CliException with one line for the user, in which no credentials are repeated
    static URI parse(String url) {
        try {
            URI uri = new URI(url.strip());
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            if (!(scheme.equals("http") || scheme.equals("https")) || uri.getHost() == null) {
                throw new CliException(
                        ExitCode.USAGE,
                        "--url: '" + CommandText.maskUrl(url) + "' is not a URL like http://HOST:PORT/v1");
            }
            if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
                throw new CliException(
                        ExitCode.USAGE,
                        "--url must end with a path such as /v1, without ? or #: " + CommandText.maskUrl(url));
            }
            if (uri.getRawUserInfo() != null) {
                throw new CliException(
                        ExitCode.USAGE, "--url must not hold credentials; put the key into " + API_KEY_VARIABLE);
            }
            return uri;
        } catch (URISyntaxException e) {
            throw new CliException(ExitCode.USAGE, "--url is not a URL like http://HOST:PORT/v1: " + e.getReason());
        }
    }
}
