package dev.goodput.load.health;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/// Watches what stops or starves the whole process: garbage-collection pauses and CPU time.
public final class ProcessWatch implements AutoCloseable {
    private static final long NS_PER_MS = 1_000_000;

    private final NotificationListener listener = (notification, _) -> collected(notification);
    private final AtomicLong pauseTotalNs = new AtomicLong();
    private final AtomicLong pauseMaxNs = new AtomicLong();
    private final long startedNs = System.nanoTime();
    private final long cpuAtStartNs = processCpuNs();

    public ProcessWatch() {
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            // "ZGC … Cycles" and "G1 Concurrent GC" report work done beside the program, which pauses nothing.
            boolean pauses =
                    !bean.getName().contains("Cycles") && !bean.getName().contains("Concurrent");
            if (pauses && bean instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener(listener, null, null);
            }
        }
    }

    private void collected(Notification notification) {
        if (notification.getUserData() instanceof CompositeData data
                && GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION.equals(notification.getType())) {
            long pauseNs =
                    GarbageCollectionNotificationInfo.from(data).getGcInfo().getDuration() * NS_PER_MS;
            pauseTotalNs.addAndGet(pauseNs);
            pauseMaxNs.accumulateAndGet(pauseNs, Math::max);
        }
    }

    public long pauseTotalNs() {
        return pauseTotalNs.get();
    }

    public long pauseMaxNs() {
        return pauseMaxNs.get();
    }

    /// CPU time of this process since the watch began, over wall time and all cores; 0 to 1.
    public double cpuShare() {
        long wallNs = Math.max(1, System.nanoTime() - startedNs);
        double cores = Runtime.getRuntime().availableProcessors();
        return Math.clamp((double) (processCpuNs() - cpuAtStartNs) / ((double) wallNs * cores), 0, 1);
    }

    private static long processCpuNs() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean bean
                ? bean.getProcessCpuTime()
                : 0;
    }

    @Override
    public void close() {
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (bean instanceof NotificationEmitter emitter) {
                try {
                    emitter.removeNotificationListener(listener);
                } catch (ListenerNotFoundException e) {
                    // A bean that reports no pauses was never listened to.
                }
            }
        }
    }
}
