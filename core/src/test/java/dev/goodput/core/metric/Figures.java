package dev.goodput.core.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Every number that can be explained.
final class Figures {
    static final Map<Quantity, Double> BOUNDS =
            Map.of(Quantity.TTFT, 75e6, Quantity.TPOT, 12e6, Quantity.ITL, 11.5e6, Quantity.E2E, 400e6);

    private Figures() {}

    static List<Measure> all() {
        List<Measure> all = new ArrayList<>();
        for (Quantity quantity : Quantity.values()) {
            for (Statistic statistic : List.of(
                    Statistic.mean(),
                    Statistic.median(),
                    Statistic.p(99),
                    Statistic.Simple.MIN,
                    Statistic.Simple.MAX,
                    Statistic.Simple.STD,
                    Statistic.Simple.SUM,
                    Statistic.Simple.COUNT)) {
                all.add(new Measure.OfRequests(quantity, statistic));
            }
        }
        for (RunQuantity quantity : RunQuantity.values()) {
            all.add(new Measure.OfRun(quantity));
        }
        for (Measure.Good.Form form : Measure.Good.Form.values()) {
            all.add(new Measure.Good(form, BOUNDS));
            all.add(new Measure.Good(form, Map.of(Quantity.TPOT, 12e6)));
            all.add(new Measure.Good(form, Map.of(Quantity.ITL, 12e6)));
        }
        return all;
    }
}
