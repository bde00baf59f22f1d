package dev.goodput.load.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where connections lead, with names resolved once, before the run: a resolver's delay is never inside a
/// request.
///
/// @param host of the endpoint, without the brackets of an IPv6 literal
/// @param addresses what to connect to, in order of preference: the endpoint's, or the proxy's; empty if the name
///     is unknown
public record Origin(
        boolean tls, String host, int port, @Nullable Proxy proxy, List<InetSocketAddress> addresses) {

    public static Origin resolve(boolean tls, String host, int port, @Nullable Proxy proxy) {
        String plain = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        String connectHost = proxy == null ? plain : proxy.host();
        int connectPort = proxy == null ? port : proxy.port();
        List<InetSocketAddress> found = new ArrayList<>();
        try {
            for (InetAddress address : InetAddress.getAllByName(connectHost)) {
                found.add(new InetSocketAddress(address, connectPort));
            }
        } catch (UnknownHostException e) {
            // Every request will say so: an empty list is the record of it.
        }
        return new Origin(tls, plain, port, proxy, List.copyOf(found));
    }

    /// The name that could not be resolved, where there are no addresses.
    String connectHost() {
        return proxy == null ? host : proxy.host();
    }
}
