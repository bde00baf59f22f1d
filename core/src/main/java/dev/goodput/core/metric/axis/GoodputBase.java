package dev.goodput.core.metric.axis;

/// What good requests are divided by.
public enum GoodputBase implements Axis {
    OFFERED("offered", "all scheduled requests"),
    ATTEMPTED("attempted", "all requests sent"),
    ATTEMPTED_LESS_CANCELLED("attempted-less-cancelled", "all requests sent but those cancelled"),
    SUCCESSES("successes", "the successes"),
    DETERMINED("conforming-less-unknown", "the requests that could be judged"),
    ALL_RESULTS("all-results", "all results in the file"),
    NONE("none", "nothing: there is no share");

    private final Choice choice;

    GoodputBase(String id, String words) {
        choice = new Choice("goodput-base", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
