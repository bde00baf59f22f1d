package dev.goodput.core.metric.axis;

/// The time that rates are divided by.
public enum Window implements Axis {
    RUN("run", "from the run's epoch to its end"),
    VALID_SPAN("valid-span", "from the first start to the last end of successful requests"),
    ALL_SPAN("all-span", "from the first start to the last end of all requests"),
    PHASE("phase", "from the start to the end of the phase, idle head and tail inside"),
    SEND_SPAN("send-span", "from the first to the last send"),
    FROM_FIRST_END("from-first-end", "from the first end of a request"),
    DISPATCH_TO_GATHER("dispatch-to-gather", "from the first dispatch until all answers were awaited"),
    SETUP_TO_JOIN("setup-to-join", "from before the workers were set up until they were joined"),
    MEASURED("measured", "the configured window"),
    START_TO_STOP("start-to-stop", "from start to stop of the tool's run"),
    RECORDED_ORDER("recorded-order", "from the first recorded start to the last recorded end"),
    LAST_ISSUED("last-issued", "from the start to the completion of the request issued last"),
    INPROC_SPAN("inproc-span", "from the first to the last engine event"),
    NONE("none", "there is no window");

    private final Choice choice;

    Window(String id, String words) {
        choice = new Choice("window", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
