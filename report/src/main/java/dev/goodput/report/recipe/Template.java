package dev.goodput.report.recipe;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A text resource with places for values, such as `@{yaml model}`: how to quote, and what. A place without a way to
/// quote does not exist, so nothing can be forgotten.
final class Template {
    private static final Pattern PLACE = Pattern.compile("@\\{(\\w+) ([a-z_]+)}");

    private Template() {}

    /// @throws IllegalStateException when the template asks for what is not known: a fault of ours
    static String fill(String resource, Map<String, String> values) {
        String template = read(resource);
        Matcher place = PLACE.matcher(template);
        StringBuilder out = new StringBuilder();
        while (place.find()) {
            String value = values.get(place.group(2));
            if (value == null) {
                throw new IllegalStateException(resource + ": no value '" + place.group(2) + "'");
            }
            String quoted = quoting(resource, place.group(1)).apply(value);
            String indented = quoted.replace("\n", "\n" + indent(template, place.start()));
            place.appendReplacement(out, Matcher.quoteReplacement(indented));
        }
        return place.appendTail(out).toString().replaceAll("(?m)[ \t]+$", "");
    }

    private static Quoting quoting(String resource, String id) {
        for (Quoting quoting : Quoting.values()) {
            if (quoting.id().equals(id)) {
                return quoting;
            }
        }
        throw new IllegalStateException(resource + ": no quoting '" + id + "'");
    }

    /// The blanks that the line of a place begins with.
    private static String indent(String template, int place) {
        int start = template.lastIndexOf('\n', place - 1) + 1;
        int end = start;
        while (end < place && template.charAt(end) == ' ') {
            end++;
        }
        return template.substring(start, end);
    }

    private static String read(String resource) {
        try (InputStream in = Template.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
