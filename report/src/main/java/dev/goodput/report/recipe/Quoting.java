package dev.goodput.report.recipe;

import dev.goodput.report.MarkdownText;
import dev.goodput.report.PlainText;
import java.util.Locale;

/// Where a value goes, and so how it is quoted there: whatever it holds, it stays one value.
enum Quoting {
    /// A YAML scalar in double quotes, on one line.
    YAML {
        @Override
        String apply(String value) {
            StringBuilder out = new StringBuilder("\"");
            value.codePoints().forEach(c -> {
                if (c == '"' || c == '\\') {
                    out.append('\\').appendCodePoint(c);
                } else if (PlainText.isShown(c)) {
                    out.appendCodePoint(c);
                } else {
                    out.append(unicode(c));
                }
            });
            return out.append('"').toString();
        }
    },
    /// One word for bash, on one line and without a backtick, so that it may stand in a Markdown fence as well.
    SH {
        @Override
        String apply(String value) {
            if (value.matches("[A-Za-z0-9@%+=:,./_-]+")) {
                return value;
            }
            boolean isSimple = value.codePoints().allMatch(c -> PlainText.isShown(c) && c != '`');
            if (isSimple) {
                return "'" + value.replace("'", "'\\''") + "'";
            }
            StringBuilder out = new StringBuilder("$'");
            value.codePoints().forEach(c -> {
                if (c == '\'' || c == '\\') {
                    out.append('\\').appendCodePoint(c);
                } else if (PlainText.isShown(c) && c != '`') {
                    out.appendCodePoint(c);
                } else {
                    out.append(unicode(c));
                }
            });
            return out.append('\'').toString();
        }
    },
    /// Markdown, set as code.
    CODE {
        @Override
        String apply(String value) {
            return MarkdownText.code(value);
        }
    },
    /// Text made by this package, not by a user; further lines are indented like the first.
    RAW {
        @Override
        String apply(String value) {
            return value;
        }
    };

    abstract String apply(String value);

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// An escape that YAML and bash write alike. A lone surrogate is no character in any encoding. Bash cannot hold a
    /// zero byte; neither can a model's name.
    private static String unicode(int codePoint) {
        int shown = Character.getType(codePoint) == Character.SURROGATE || codePoint == 0 ? 0xfffd : codePoint;
        return shown > 0xffff
                ? String.format(Locale.ROOT, "\\U%08x", shown)
                : String.format(Locale.ROOT, "\\u%04x", shown);
    }
}
