package dev.goodput.cli;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/// The command line as it is kept in a manifest: secrets masked.
final class CommandText {
    private static final String MASK = "***";

    private CommandText() {}

    static List<String> masked(List<String> args) {
        return args.stream().map(CommandText::maskArgument).toList();
    }

    private static String maskArgument(String argument) {
        int scheme = argument.indexOf("://");
        if (scheme < 0) {
            return argument;
        }
        int start = argument.lastIndexOf('=', scheme) + 1;
        return argument.substring(0, start) + maskUrl(argument.substring(start));
    }

    /// A URL without its credentials and without the values of its query, which may be keys.
    static String maskUrl(String url) {
        try {
            URI uri = new URI(url);
            String userInfo = uri.getRawUserInfo() == null ? "" : MASK + "@";
            String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
            String query = uri.getRawQuery() == null ? "" : "?" + MASK;
            return uri.getHost() == null
                    ? MASK
                    : uri.getScheme() + "://" + userInfo + uri.getHost() + port + uri.getRawPath() + query;
        } catch (URISyntaxException e) {
            return MASK;
        }
    }
}
