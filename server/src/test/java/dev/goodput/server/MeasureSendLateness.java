package dev.goodput.server;

import dev.goodput.engine.LatencyProfile;
import dev.goodput.engine.LatencyProfile.Decode;
import dev.goodput.engine.LatencyProfile.OutputLengths;
import dev.goodput.engine.LatencyProfile.PromptLength;
import dev.goodput.engine.LatencyProfile.TailSpikes;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Prints how late tokens are handed to the kernel and what a token costs the server, with a client in the same process
/// that does no more than read. Run it by hand: `MeasureSendLateness [streams] [tokens a second] [seconds]`.
final class MeasureSendLateness {
    private static final int ROUNDS = 3;

    private MeasureSendLateness() {}

    public static void main(String[] args) throws IOException {
        int streams = args.length > 0 ? Integer.parseInt(args[0]) : 1_000;
        int tokensPerSecond = args.length > 1 ? Integer.parseInt(args[1]) : 100;
        int seconds = args.length > 2 ? Integer.parseInt(args[2]) : 10;
        LatencyProfile profile = new LatencyProfile(
                "measured",
                1,
                100_000_000L,
                50_000,
                List.of(new PromptLength(1, 1)),
                new Decode(1_000_000_000L / tokensPerSecond, 0.15, 0),
                new TailSpikes(0, 1, 1),
                new OutputLengths(1, 1));
        for (int round = 1; round <= ROUNDS; round++) {
            try (GoodputServer server = TestServers.start(profile)) {
                long cpuNs = processCpuNs();
                long clientCpuNs = read(server.port(), streams, tokensPerSecond * seconds);
                double serverUs = (processCpuNs() - cpuNs - clientCpuNs)
                        / 1e3
                        / server.lateness().count();
                System.out.printf(
                        "round %d: %d streams x %d tokens/s: %d tokens, late P50 %.3f ms, P90 %.3f ms, P99 %.3f ms,"
                                + " P99.9 %.3f ms, %.2f us CPU a token (all but the client's thread)%n",
                        round,
                        streams,
                        tokensPerSecond,
                        server.lateness().count(),
                        server.lateness().quantileNs(500) / 1e6,
                        server.lateness().quantileNs(900) / 1e6,
                        server.lateness().quantileNs(990) / 1e6,
                        server.lateness().quantileNs(999) / 1e6,
                        serverUs);
            }
        }
    }

    /// Reads one stream a connection to its end and returns the CPU time that took.
    private static long read(int port, int streams, int tokens) throws IOException {
        long startNs = threadCpuNs();
        String body = "{\"prompt\":\"x\",\"stream\":true,\"max_tokens\":" + tokens + "}";
        byte[] request = ("POST /v1/completions HTTP/1.1\r\nHost: x\r\nContent-Length: " + body.length() + "\r\n\r\n"
                        + body)
                .getBytes(StandardCharsets.US_ASCII);
        ByteBuffer buffer = ByteBuffer.allocateDirect(64 << 10);
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < streams; i++) {
                SocketChannel channel =
                        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                channel.write(ByteBuffer.wrap(request));
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_READ);
            }
            int open = streams;
            while (open > 0) {
                selector.select();
                for (SelectionKey key : selector.selectedKeys()) {
                    SocketChannel channel = (SocketChannel) key.channel();
                    int count = channel.read(buffer.clear());
                    if (count < 0) {
                        throw new IOException("a stream was cut");
                    }
                    if (count >= 7 && isTerminator(buffer)) {
                        channel.close();
                        open--;
                    }
                }
                selector.selectedKeys().clear();
            }
        }
        return threadCpuNs() - startNs;
    }

    private static boolean isTerminator(ByteBuffer buffer) {
        int end = buffer.position();
        return buffer.get(end - 5) == '0' && buffer.get(end - 6) == '\n' && buffer.get(end - 1) == '\n';
    }

    private static long processCpuNs() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static long threadCpuNs() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
