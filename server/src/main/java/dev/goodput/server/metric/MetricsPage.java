package dev.goodput.server.metric;

/// Writes the Prometheus text format, version 0.0.4. Every sample carries the labels `engine` and
/// `model_name`, as vLLM's do.
final class MetricsPage {
    private static final String PREFIX = "vllm:";

    private final StringBuilder page = new StringBuilder(16_384);
    private final String model;

    MetricsPage(String model) {
        this.model = model.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    /// Begins a metric; its samples follow.
    void begin(String name, String type, String help) {
        page.append("# HELP ")
                .append(PREFIX)
                .append(name)
                .append(' ')
                .append(help)
                .append('\n');
        page.append("# TYPE ")
                .append(PREFIX)
                .append(name)
                .append(' ')
                .append(type)
                .append('\n');
    }

    void sample(String name, double value) {
        page.append(PREFIX)
                .append(name)
                .append("{engine=\"0\",model_name=\"")
                .append(model)
                .append("\"} ")
                .append(value)
                .append('\n');
    }

    void sample(String name, String label, String labelValue, double value) {
        page.append(PREFIX)
                .append(name)
                .append("{engine=\"0\",")
                .append(label)
                .append("=\"")
                .append(labelValue)
                .append("\",model_name=\"")
                .append(model)
                .append("\"} ")
                .append(value)
                .append('\n');
    }

    /// A metric of one sample.
    void single(String name, String type, String help, double value) {
        begin(name, type, help);
        sample(name, value);
    }

    @Override
    public String toString() {
        return page.toString();
    }
}
