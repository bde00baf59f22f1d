package dev.goodput.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Style and script of the page, inlined so that the file needs nothing beside it, and the policy that lets a browser
/// run these two and load nothing.
record PageAssets(String style, String script, String policy) {
    private static final String UPLOT_FACTS = "/META-INF/maven/org.webjars.npm/uplot/pom.properties";

    static PageAssets load() {
        String uplot = "/META-INF/resources/webjars/uplot/" + uplotVersion() + "/dist/";
        String style = resource(uplot + "uPlot.min.css") + "\n" + resource("report.css");
        return scripted(style, resource(uplot + "uPlot.iife.min.js") + "\n" + resource("report.js"));
    }

    /// The style of the report with an addition, and scripts of its own, run in this order.
    static PageAssets withScripts(String addition, String... scripts) {
        return scripted(
                resource("report.css") + "\n" + resource(addition),
                Stream.of(scripts).map(PageAssets::resource).collect(Collectors.joining("\n")));
    }

    private static PageAssets scripted(String style, String script) {
        String policy = "default-src 'none'; style-src " + hash(style) + "; script-src " + hash(script)
                + "; base-uri 'none'; form-action 'none'";
        return new PageAssets(style, script, policy);
    }

    /// The style of the report with an addition of its own, for pages that run nothing.
    static PageAssets withoutScript(String addition) {
        String style = resource("report.css") + "\n" + resource(addition);
        String policy = "default-src 'none'; style-src " + hash(style) + "; base-uri 'none'; form-action 'none'";
        return new PageAssets(style, "", policy);
    }

    /// The build decides the version once; the jar on the class path tells it.
    private static String uplotVersion() {
        Properties facts = new Properties();
        try (InputStream in = open(UPLOT_FACTS)) {
            facts.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(UPLOT_FACTS, e);
        }
        return facts.getProperty("version");
    }

    private static String resource(String name) {
        try (InputStream in = open(name)) {
            // A browser reads CR LF as LF before it hashes.
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    private static InputStream open(String name) {
        InputStream in = PageAssets.class.getResourceAsStream(name);
        if (in == null) {
            throw new IllegalStateException("not on the class path: " + name);
        }
        return in;
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
