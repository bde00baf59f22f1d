package dev.goodput.core.metric.printout;

import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.printout.Figure.Of;
import dev.goodput.core.metric.printout.Figure.Whole;
import dev.goodput.core.metric.printout.Line.Cell;
import dev.goodput.core.metric.printout.Line.Only;
import dev.goodput.core.metric.printout.Line.Row;
import dev.goodput.core.metric.printout.Line.Text;
import dev.goodput.core.metric.printout.Line.Value;
import dev.goodput.core.metric.printout.Line.When;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Short ways to write printouts down.
final class Lines {
    private Lines() {}

    static Line text(String text) {
        return new Text(text);
    }

    /// A heading in the middle of a ruler.
    static Line ruler(String heading, char with, int width) {
        int blanks = width - heading.length();
        String fill = String.valueOf(with);
        return new Text(fill.repeat(blanks / 2) + heading + fill.repeat(blanks - blanks / 2));
    }

    /// A label padded to a width, a blank, a number padded to another.
    static Line padded(String label, int labelWidth, Figure figure, Form form, int valueWidth) {
        return new Value(pad(label, labelWidth) + " ", new Line.Amount(figure, form), valueWidth, "");
    }

    /// A number at the end of a line.
    static Line value(String lead, Figure figure, Form form) {
        return new Value(lead, new Line.Amount(figure, form), 0, "");
    }

    static Line only(When when, Line... lines) {
        return new Only(when, List.of(lines));
    }

    static Figure taken(Quantity quantity, Statistic statistic) {
        return new Of(quantity, statistic);
    }

    static Figure whole(RunQuantity quantity) {
        return new Whole(quantity);
    }

    static Cell cell(Figure figure, Form form) {
        return new Line.Amount(figure, form);
    }

    static Row row(String label, Cell... cells) {
        return new Row(When.ALWAYS, label, List.of(cells));
    }

    /// One quantity under several statistics.
    static Row row(String label, Form form, Quantity quantity, List<Statistic> statistics) {
        return new Row(When.ALWAYS, label, cells(form, quantity, statistics).toList());
    }

    static Stream<Cell> cells(Form form, Quantity quantity, List<Statistic> statistics) {
        return statistics.stream().map(statistic -> cell(taken(quantity, statistic), form));
    }

    /// One number, and words in the other columns.
    static Row alone(When when, String label, Figure figure, Form form, int columns, String words) {
        List<Cell> cells = new ArrayList<>();
        cells.add(cell(figure, form));
        while (cells.size() < columns) {
            cells.add(new Line.Words(words));
        }
        return new Row(when, label, cells);
    }

    static List<Statistic> percentiles(double... percents) {
        return Arrays.stream(percents).mapToObj(Statistic::p).toList();
    }

    static String pad(String text, int width) {
        return text + " ".repeat(Math.max(width - text.length(), 0));
    }
}
