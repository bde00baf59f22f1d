package dev.goodput.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/// The version that the build wrote into the jar.
final class Version implements IVersionProvider {
    static final String TOOL = "goodput " + number();

    @Override
    public String[] getVersion() {
        return new String[] {TOOL};
    }

    private static String number() {
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            properties.load(Objects.requireNonNull(in, "version.properties is missing from the jar"));
            return properties.getProperty("version", "unknown");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
