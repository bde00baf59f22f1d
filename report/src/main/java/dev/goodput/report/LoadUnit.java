package dev.goodput.report;

/// What a load is counted in.
public enum LoadUnit {
    /// Requests a second of an open loop.
    RATE,
    /// Requests in flight of a closed loop.
    CONCURRENCY;

    /// Such as `20/s` or `16`.
    String text(double load) {
        return this == RATE ? number(load) + "/s" : number(load);
    }

    /// Such as `20 requests/s` or `16 requests in flight`.
    String words(double load) {
        return number(load) + (this == RATE ? " requests/s" : load == 1 ? " request in flight" : " requests in flight");
    }

    String title() {
        return this == RATE ? "rate" : "in flight";
    }

    /// Below a logarithmic axis.
    String axis() {
        return this == RATE ? "offered requests/s (log axis)" : "requests in flight (log axis)";
    }

    /// In files for scripts.
    String id() {
        return this == RATE ? "requests_per_second" : "requests_in_flight";
    }

    private String number(double load) {
        return this == RATE ? Format.rate(load) : Format.count(Math.round(load));
    }
}
