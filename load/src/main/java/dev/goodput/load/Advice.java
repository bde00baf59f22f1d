package dev.goodput.load;

import dev.goodput.core.trace.Outcome;

/// What went wrong with an endpoint, and what to do about it, in one line.
final class Advice {
    private Advice() {}

    static String line(Target target, Outcome.Failed failed) {
        String where = target.endpoint().toString();
        String said = target.masked(failed.message());
        return switch (failed.category()) {
            case NAME_RESOLUTION -> said + ": check the URL " + where;
            case CONNECT_REFUSED ->
                "nothing listens at " + where + " (connection refused): is the server running, and the"
                        + " port right?";
            case CONNECT_TIMEOUT ->
                where + " does not accept connections (" + said + "): check host, port and firewall";
            case CONNECT_FAILED, WRITE_FAILED -> "cannot reach " + where + ": " + said;
            case CLIENT_RESOURCES ->
                "this machine is out of ports or file descriptors (" + said + "): raise 'ulimit -n'";
            case TLS ->
                "no trusted TLS connection to " + where + " (" + said
                        + "): the certificate must be valid for this host; use http:// if the server speaks plain HTTP";
            case PROXY -> "the proxy named by the environment refused: " + said + "; NO_PROXY exempts hosts from it";
            case HTTP_STATUS -> status(target, failed.httpStatus(), where, said);
            case NOT_A_STREAM -> notAStream(where, said);
            case FIRST_BYTE_TIMEOUT ->
                where + " accepted the request and sent nothing (" + said
                        + "): is the model loaded, or the server stuck?";
            case STALL_TIMEOUT, TOTAL_TIMEOUT -> where + " began to answer and did not finish: " + said;
            case RESET, STALE_CONNECTION ->
                where + " closed the connection without an answer (" + said
                        + "): does it speak "
                        + (target.isTls() ? "plain http instead of https" : "https instead of http")
                        + "?";
            case MALFORMED -> where + " sent something that is no event stream: " + said;
            case ERROR_IN_STREAM -> where + " reported an error inside its stream: " + said;
            case CUT, BROKEN -> where + " cut its answer short: " + said;
            case EMPTY -> where + " answered without any text: " + said;
            case CLIENT_ERROR, CANCELLED, NOT_SENT, UNSTATED -> where + " could not be asked: " + said;
        };
    }

    private static String status(Target target, int status, String where, String said) {
        String answer = where + " answered " + status;
        String detail = said.isEmpty() ? "" : ": " + said;
        return switch (status) {
            case 401, 403 ->
                answer
                        + (target.apiKey() == null
                                ? ": it wants a key; set the environment variable OPENAI_API_KEY"
                                : ": it does not accept the key; check the environment variable OPENAI_API_KEY")
                        + detail;
            case 404 ->
                answer
                        + (where.contains("/v1/")
                                ? ": wrong path, or unknown model '" + target.model() + "'"
                                : ": did you forget /v1 at the end of the URL?")
                        + detail;
            case 405 -> answer + ": this path takes no POST; is the URL right?" + detail;
            case 429 -> answer + " (too many requests): its rate limit would decide the measurement" + detail;
            case 503 -> answer + ": the server may still be loading the model" + detail;
            default -> answer + detail;
        };
    }

    private static String notAStream(String where, String said) {
        return where
                + (said.startsWith("<")
                        ? " answered with a web page, not an event stream: is the URL right?"
                        : " answered without streaming: it must support \"stream\": true")
                + (said.isEmpty() ? "" : "; it said: " + said);
    }
}
