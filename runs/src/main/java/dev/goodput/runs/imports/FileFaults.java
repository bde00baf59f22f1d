package dev.goodput.runs.imports;

import com.github.luben.zstd.ZstdIOException;
import dev.goodput.runs.RunFiles;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/// Says in one plain line what is wrong with a file: the parser's own words name its classes, not the mistake.
final class FileFaults {
    private static final Pattern DUPLICATE = Pattern.compile("^Duplicate Object property \"(.{1,60})");

    private FileFaults() {}

    /// @param line of the file that was parsed alone; 0 where the parser counted lines itself
    static ImportException of(Path file, int line, JacksonException e) {
        if (e instanceof JacksonIOException && e.getCause() instanceof IOException cause) {
            return of(file, cause);
        }
        TokenStreamLocation location = e.getLocation();
        int atLine = line > 0 || location == null ? line : location.getLineNr();
        int column = location == null ? 0 : location.getColumnNr();
        return new ImportException(
                file + (atLine > 0 ? " line " + atLine : "") + (column > 0 ? " column " + column : "") + ": "
                        + reason(e),
                e);
    }

    private static String reason(JacksonException e) {
        String words = String.valueOf(e.getOriginalMessage());
        if (e instanceof StreamConstraintsException) {
            return words.contains("nesting depth")
                    ? "JSON that nests more than " + ImportSource.MAX_DEPTH + " deep"
                    : words.startsWith("Number")
                            ? "a number with more digits than any measurement has"
                            : "a text longer than any result file holds";
        }
        if (e instanceof UnexpectedEndOfInputException) {
            return "the JSON ends in the middle; was the file cut off?";
        }
        Matcher duplicate = DUPLICATE.matcher(words);
        if (duplicate.find()) {
            return "one object names '" + duplicate.group(1).replaceFirst("\"$", "") + "' twice";
        }
        return words.startsWith("Invalid UTF-8") ? "not UTF-8 text" : "not JSON";
    }

    static ImportException of(Path file, IOException e) {
        // The zstd library tells these two in words only.
        String words = String.valueOf(e.getMessage());
        boolean zstd = e instanceof ZstdIOException;
        if (e instanceof EOFException || (zstd && words.contains("Truncated"))) {
            return new ImportException(file + ": the packed file was cut off", e);
        }
        if (e instanceof ZipException || zstd) {
            return new ImportException(file + ": the packed file is damaged", e);
        }
        return new ImportException("cannot read " + file + ": " + RunFiles.reason(e), e);
    }
}
