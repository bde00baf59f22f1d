package dev.goodput.cli;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/// The command line as it is kept in a manifest: secrets masked.
final class CommandText {
    private static final String MASK = "***";

    private CommandText() {}

    /// The whole command line that led to a subcommand.
    static List<String> of(CommandSpec spec) {
        return Stream.concat(Stream.of("goodput"), spec.root().commandLine().getParseResult().originalArgs().stream())
                .map(CommandText::maskArgument)
                .toList();
    }

    /// The same without `--out`, for runs that write the same bytes wherever they go.
    static List<String> withoutOut(CommandSpec spec) {
        List<String> command = new ArrayList<>();
        boolean skips = false;
        for (String argument : of(spec)) {
            if (!skips && !argument.equals("--out") && !argument.startsWith("--out=")) {
                command.add(argument);
            }
            skips = argument.equals("--out");
        }
        return command;
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
