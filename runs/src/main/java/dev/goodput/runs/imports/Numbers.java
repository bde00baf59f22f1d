package dev.goodput.runs.imports;

import java.util.Arrays;

/// A list of numbers that grows: eight bytes each, where a document's tree takes several times that.
final class Numbers {
    private double[] values = new double[64];
    private int size;

    void add(double value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    double[] toArray() {
        return Arrays.copyOf(values, size);
    }

    /// The numbers, which must be whole.
    int[] toInts() {
        return Arrays.stream(values, 0, size).mapToInt(value -> (int) value).toArray();
    }
}
