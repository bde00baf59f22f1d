package dev.goodput.runs.imports;

import dev.goodput.core.trace.Timeline;
import java.util.function.DoubleUnaryOperator;
import tools.jackson.databind.JsonNode;

/// Transport stamps of one request (`trace_data`), in nanoseconds of the Unix epoch; -1 where there is none.
record AiperfHttp(
        long dnsStartNs,
        long dnsEndNs,
        long connectStartNs,
        long connectEndNs,
        long poolStartNs,
        long poolEndNs,
        long sendStartNs,
        long sendEndNs,
        long headNs,
        long firstByteNs,
        long lastByteNs) {
    private static final double NS_PER_MS = 1e6;

    /// On a reused connection nothing is looked up or connected, whatever stamps are left from its first request.
    static AiperfHttp of(JsonNode trace) {
        boolean reused = stamp(trace, "connection_reused_ns") >= 0;
        boolean cached = reused || stamp(trace, "dns_cache_hit_ns") >= 0;
        return new AiperfHttp(
                cached ? -1 : stamp(trace, "dns_lookup_start_ns"),
                cached ? -1 : stamp(trace, "dns_lookup_end_ns"),
                reused ? -1 : stamp(trace, "tcp_connect_start_ns"),
                reused ? -1 : stamp(trace, "tcp_connect_end_ns"),
                stamp(trace, "connection_pool_wait_start_ns"),
                stamp(trace, "connection_pool_wait_end_ns"),
                stamp(trace, "request_send_start_ns"),
                stamp(trace, "request_send_end_ns"),
                stamp(trace, "response_headers_received_ns"),
                stamp(trace, "response_receive_start_ns"),
                stamp(trace, "response_receive_end_ns"));
    }

    private static long stamp(JsonNode trace, String name) {
        JsonNode node = trace.path(name);
        return node.isIntegralNumber() && node.canConvertToLong() ? node.longValue() : -1;
    }

    /// Computes AIPerf's `http_req_*` times (ms) from the stamps and puts them over what the record says. The time of a
    /// phase that did not happen is 0.
    void into(MetricColumns columns, int row) {
        double overheadMs = ms(poolStartNs, poolEndNs) + ms(dnsStartNs, dnsEndNs) + ms(connectStartNs, connectEndNs);
        double exchangeMs = ms(sendStartNs, sendEndNs) + ms(sendEndNs, firstByteNs) + ms(firstByteNs, lastByteNs);
        put(columns, row, "http_req_blocked", ms(poolStartNs, poolEndNs));
        put(columns, row, "http_req_dns_lookup", ms(dnsStartNs, dnsEndNs));
        put(columns, row, "http_req_connecting", ms(connectStartNs, connectEndNs));
        put(columns, row, "http_req_connection_overhead", overheadMs);
        put(columns, row, "http_req_sending", ms(sendStartNs, sendEndNs));
        put(columns, row, "http_req_waiting", ms(sendEndNs, firstByteNs));
        put(columns, row, "http_req_receiving", ms(firstByteNs, lastByteNs));
        put(columns, row, "http_req_duration", ms(sendStartNs, lastByteNs));
        put(columns, row, "http_req_total", overheadMs + exchangeMs);
    }

    /// A metric that the record does not have is not made up.
    private static void put(MetricColumns columns, int row, String metric, double value) {
        if (!Double.isNaN(columns.at(row, metric))) {
            columns.put(row, metric, value);
        }
    }

    private static double ms(long fromNs, long toNs) {
        return fromNs < 0 || toNs < 0 ? 0 : (toNs - fromNs) / NS_PER_MS;
    }

    /// @param fromEpoch turns a stamp of the file into one of the run
    void into(Timeline.Builder timeline, DoubleUnaryOperator fromEpoch) {
        timeline.connectStartNs =
                connectStartNs < 0 ? timeline.connectStartNs : fromEpoch.applyAsDouble(connectStartNs);
        timeline.resolvedNs = dnsEndNs < 0 ? timeline.resolvedNs : fromEpoch.applyAsDouble(dnsEndNs);
        timeline.connectedNs = connectEndNs < 0 ? timeline.connectedNs : fromEpoch.applyAsDouble(connectEndNs);
        timeline.sendStartNs = sendStartNs < 0 ? timeline.sendStartNs : fromEpoch.applyAsDouble(sendStartNs);
        timeline.sendEndNs = sendEndNs < 0 ? timeline.sendEndNs : fromEpoch.applyAsDouble(sendEndNs);
        timeline.headNs = headNs < 0 ? timeline.headNs : fromEpoch.applyAsDouble(headNs);
    }
}
