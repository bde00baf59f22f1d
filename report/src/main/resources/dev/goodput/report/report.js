(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("chart-data").textContent);
  const root = document.documentElement;
  const colour = (name) => getComputedStyle(root).getPropertyValue("--" + name).trim();
  const FONT = "12px system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";
  const ratio = () => uPlot.pxRatio;

  /** Milliseconds with about three significant digits, as in the tables. */
  function ms(value) {
    const size = Math.abs(value);
    const digits = size === 0 || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  }
  const axisMs = (value) => (value == null ? "" : value.toLocaleString("en-US", { maximumSignificantDigits: 4 }));
  /** 1, 2 or 5 times a power of ten: the labels of a logarithmic axis. */
  const isRound = (value) => [1, 2, 5].includes(+(value / Math.pow(10, Math.floor(Math.log10(value) + 1e-9))).toFixed(6));
  /** The largest round value at or below: where a logarithmic axis may start. */
  function roundBelow(value) {
    const power = Math.pow(10, Math.floor(Math.log10(value)));
    return power * (value >= 5 * power ? 5 : value >= 2 * power ? 2 : 1);
  }
  const percent = (share) => (share * 100).toFixed(share >= 0.99 ? 2 : 1) + "%";

  /** 0, 0.9, 0.99, 0.999 become 0, 1, 2, 3: every further nine gets the same room. */
  const nines = (share) => -Math.log10(1 - share);
  const NINES = [0, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999, 0.999999, 0.9999999];

  function axis(extra) {
    return Object.assign({
      stroke: colour("quiet"), font: FONT, grid: { stroke: colour("grid"), width: 1 },
      ticks: { stroke: colour("line"), width: 1, size: 4 }, gap: 4,
    }, extra);
  }

  /** Text on the canvas in CSS pixels, with paper behind it so that lines do not cross it. */
  function label(u, text, x, y, ink, align) {
    const c = u.ctx, r = ratio();
    c.save();
    c.font = FONT.replace("12px", 12 * r + "px");
    c.textAlign = "left";
    c.textBaseline = "middle";
    const width = c.measureText(text).width;
    const wanted = align === "right" ? x - width : align === "center" ? x - width / 2 : x;
    const left = Math.max(3 * r, Math.min(wanted, c.canvas.width - width - 3 * r));
    c.fillStyle = colour("paper");
    c.globalAlpha = 0.85;
    c.fillRect(left - 3 * r, y - 8 * r, width + 6 * r, 16 * r);
    c.globalAlpha = 1;
    c.fillStyle = ink;
    c.fillText(text, left, y);
    c.restore();
  }

  function line(u, x0, y0, x1, y1, ink, dash) {
    const c = u.ctx, r = ratio();
    c.save();
    c.strokeStyle = ink;
    c.lineWidth = 1.5 * r;
    c.setLineDash(dash.map((part) => part * r));
    c.beginPath();
    c.moveTo(x0, y0);
    c.lineTo(x1, y1);
    c.stroke();
    c.restore();
  }

  function base(box, extra) {
    return Object.assign({
      width: Math.max(200, box.clientWidth), height: box.clientHeight || 220,
      legend: { show: false }, cursor: { y: false, drag: { x: false, y: false } }, padding: [10, 12, 0, 0],
    }, extra);
  }

  function say(box, text) {
    const readout = box.parentElement.querySelector(".readout");
    if (readout) readout.textContent = text;
  }

  function cdf(box) {
    const d = data.distributions.find((one) => one.id === box.dataset.id);
    const limitMax = Math.max(0, ...d.limits.map((limit) => limit.ms));
    const dataMax = d.ms[d.ms.length - 1];
    const p50 = d.marks[0].ms;
    const floor = d.log ? Math.max(p50 / 30, 0.001) : 0;
    const top = Math.max(dataMax, limitMax) * (d.log ? 1.25 : 1.06) || 1;
    const low = d.log ? roundBelow(Math.max(floor, Math.min(d.ms[0], p50))) : Math.max(0, Math.min(d.ms[0], ...d.limits.map((l) => l.ms)) * 0.9);
    const xs = d.ms.map((value) => Math.max(value, low));
    const yTop = nines(d.share[d.share.length - 1]);
    const ticks = NINES.filter((share) => share !== 0.5 || yTop < 3.5).map(nines).filter((value) => value <= yTop + 1e-9);
    const options = base(box, {
      padding: [10 + 17 * d.limits.length, 12, 0, 0],
      scales: { x: { time: false, distr: d.log ? 3 : 1, range: [low, top] }, y: { range: [0, Math.max(1, yTop * 1.04)] } },
      axes: [
        axis({ values: (u, splits) => splits.map((v) => (d.log && !isRound(v) ? "" : axisMs(v))), size: 28, space: 56, filter: (u, splits) => splits }),
        axis({ splits: () => ticks, values: (u, splits) => splits.map((v) => +(100 * (1 - Math.pow(10, -v))).toFixed(6) + "%"), size: yTop > 5 ? 84 : 70 }),
      ],
      series: [{}, { stroke: colour("good"), width: 2, points: { show: false } }],
      hooks: {
        draw: [(u) => {
          const { left, top: above, width, height } = u.bbox, r = ratio();
          d.limits.forEach((limit, i) => {
            const x = u.valToPos(limit.ms, "x", true);
            line(u, x, above, x, above + height, colour("limit"), [6, 4]);
            const align = x > left + width * 0.85 ? "right" : x < left + width * 0.15 ? "left" : "center";
            label(u, limit.label, x, above - (9 + 17 * i) * r, colour("limit"), align);
          });
          d.marks.forEach((mark) => {
            const y = nines(mark.share);
            if (y > u.scales.y.max) return;
            const px = u.valToPos(Math.max(mark.ms, low), "x", true), py = u.valToPos(y, "y", true);
            u.ctx.save();
            u.ctx.fillStyle = colour("good");
            u.ctx.strokeStyle = colour("paper");
            u.ctx.lineWidth = 2 * r;
            u.ctx.beginPath();
            u.ctx.arc(px, py, 5 * r, 0, 7);
            u.ctx.fill();
            u.ctx.stroke();
            u.ctx.restore();
            const right = px > left + width * 0.62;
            label(u, mark.label + " " + ms(mark.ms), px + (right ? -10 : 10) * r, py + (right ? -4 : 4) * r, colour("ink"), right ? "right" : "left");
          });
        }],
        setCursor: [(u) => {
          const i = u.cursor.idx;
          say(box, i == null ? "" : d.label + " ≤ " + ms(d.ms[i]) + " ms for " + percent(d.share[i]));
        }],
      },
    });
    return new uPlot(options, [xs, d.share.map(nines)], box);
  }

  const KINDS = ["good", "missed", "failed"];
  const SIGNS = ["●", "◇", "✕"];

  function shape(c, kind, x, y, r) {
    c.beginPath();
    if (kind === 0) {
      c.arc(x, y, 2 * r, 0, 7);
      c.fill();
      return;
    }
    const s = 4 * r;
    if (kind === 1) {
      c.moveTo(x, y - s); c.lineTo(x + s, y); c.lineTo(x, y + s); c.lineTo(x - s, y); c.closePath();
    } else {
      c.moveTo(x - s, y - s); c.lineTo(x + s, y + s); c.moveTo(x + s, y - s); c.lineTo(x - s, y + s);
    }
    c.stroke();
  }

  function legend(t) {
    const place = document.querySelector("[data-legend=timeline]");
    place.textContent = "";
    KINDS.forEach((name, kind) => {
      if (!t.kind.includes(kind)) return;
      const entry = document.createElement("span"), sign = document.createElement("b");
      entry.className = name;
      sign.textContent = SIGNS[kind] + " ";
      entry.append(sign, t.kinds[kind] + (kind === 2 ? " (at 0 where no token came)" : ""));
      place.append(entry);
    });
  }

  function timeSpan() {
    const ends = [data.timeline.t, data.in_flight.t].map((t) => (t.length ? t[t.length - 1] : 0));
    const first = data.timeline.t.length ? Math.min(0, data.timeline.t[0]) : 0;
    return [first, Math.max(...ends) || 1];
  }

  function timeline(box) {
    const t = data.timeline;
    legend(t);
    const known = t.ttft_ms.filter((v) => v != null);
    const ttft = data.distributions.find((one) => one.id === "ttft");
    const limits = ttft ? ttft.limits : [];
    const highest = Math.max(1, ...limits.map((l) => l.ms), known.reduce((a, b) => Math.max(a, b), 0));
    const inks = KINDS.map(colour);
    const options = base(box, {
      scales: { x: { time: false, range: timeSpan }, y: { range: [0, highest * 1.06] } },
      axes: [axis({ size: 26, values: (u, s) => s.map((v) => axisMs(v) + " s") }), axis({ size: 70, values: (u, s) => s.map((v) => axisMs(v) + " ms") })],
      series: [{}, { paths: () => null, points: { show: false } }],
      hooks: {
        draw: [(u) => {
          const c = u.ctx, r = ratio(), { left, top, width, height } = u.bbox;
          c.save();
          c.beginPath();
          c.rect(left - 5 * r, top - 5 * r, width + 10 * r, height + 10 * r);
          c.clip();
          c.lineWidth = 1.5 * r;
          for (let kind = 0; kind < KINDS.length; kind++) {
            c.fillStyle = c.strokeStyle = inks[kind];
            c.globalAlpha = kind === 0 ? 0.65 : 0.95;
            for (let i = 0; i < t.t.length; i++) {
              if (t.kind[i] !== kind) continue;
              shape(c, kind, u.valToPos(t.t[i], "x", true), u.valToPos(t.ttft_ms[i] ?? 0, "y", true), r);
            }
          }
          c.restore();
          limits.forEach((limit) => {
            const y = u.valToPos(limit.ms, "y", true);
            line(u, left, y, left + width, y, colour("limit"), [6, 4]);
            label(u, limit.label, left + width - 4 * r, y - 10 * r, colour("limit"), "right");
          });
        }],
        setCursor: [(u) => {
          const i = u.cursor.idx;
          if (i == null) return say(box, "");
          const value = t.ttft_ms[i] == null ? "no first token" : "TTFT " + ms(t.ttft_ms[i]) + " ms";
          say(box, t.t[i].toFixed(2) + " s: " + value + ", " + t.kinds[t.kind[i]]);
        }],
      },
    });
    return new uPlot(options, [t.t, t.ttft_ms], box);
  }

  function inFlight(box) {
    const f = data.in_flight;
    const highest = Math.max(1, f.peak, f.cap);
    const options = base(box, {
      scales: { x: { time: false, range: timeSpan }, y: { range: [0, highest * 1.12] } },
      axes: [axis({ size: 26, values: (u, s) => s.map((v) => axisMs(v) + " s") }), axis({ size: 70, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000] })],
      series: [{}, { stroke: colour("good"), fill: colour("good") + "22", width: 1.5, paths: uPlot.paths.stepped({ align: 1 }), points: { show: false } }],
      hooks: {
        draw: [(u) => {
          if (f.cap > 0) {
            const r = ratio(), { left, width } = u.bbox, y = u.valToPos(f.cap, "y", true);
            line(u, left, y, left + width, y, colour("quiet"), [2, 3]);
            label(u, "limit " + f.cap, left + width - 4 * r, y - 9 * r, colour("quiet"), "right");
          }
        }],
        setCursor: [(u) => {
          const i = u.cursor.idx;
          say(box, i == null ? "" : f.t[i].toFixed(2) + " s: " + f.in_flight[i] + " in flight");
        }],
      },
    });
    return new uPlot(options, [f.t, f.in_flight], box);
  }

  const stepped = uPlot.paths.stepped({ align: 1 });
  const seconds = () => axis({ size: 26, values: (u, s) => s.map((v) => axisMs(v) + " s") });

  /** Names what the colours of a chart stand for. */
  function keys(id, entries) {
    const place = document.querySelector("[data-legend=" + id + "]");
    place.textContent = "";
    entries.forEach(([name, sign, text]) => {
      const entry = document.createElement("span"), mark = document.createElement("b");
      entry.className = name;
      mark.textContent = sign + " ";
      entry.append(mark, text);
      place.append(entry);
    });
  }

  /** What an engine did over time. Every value holds from its moment on until the next. */
  function overTime(box, lines, top, yAxis, text, hooks) {
    const s = data.steps;
    const options = base(box, {
      scales: { x: { time: false, range: timeSpan }, y: { range: [0, top] } },
      axes: [seconds(), axis(Object.assign({ size: 70 }, yAxis))],
      series: [{}, ...lines.map((one) => Object.assign({ paths: stepped, points: { show: false }, width: 1.5 }, one.look))],
      hooks: Object.assign({ setCursor: [(u) => say(box, u.cursor.idx == null ? "" : s.t[u.cursor.idx].toFixed(2) + " s: " + text(u.cursor.idx))] }, hooks),
    });
    return new uPlot(options, [s.t, ...lines.map((one) => one.values)], box);
  }
  const most = (values) => values.reduce((a, b) => Math.max(a, b), 0);
  const whole = { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000] };
  const area = (name, alpha) => ({ stroke: colour(name), fill: colour(name) + alpha });
  const count = (value) => value.toLocaleString("en-US", { maximumFractionDigits: 1 });

  /** Prompt tokens stand on top of the decodes, a token each. */
  function batch(box) {
    const s = data.steps;
    const both = s.decodes.map((value, i) => value + s.prefill_tokens[i]);
    keys("batch", [["prefill", "■", "prompt tokens"], ["decodes", "■", "decodes, a token each"]]);
    return overTime(box,
      [{ values: both, look: Object.assign(area("missed", "66"), { width: 1 }) }, { values: s.decodes, look: Object.assign(area("good", "ff"), { width: 1 }) }],
      Math.max(1, most(both)) * 1.06, { values: (u, v) => v.map(axisMs), incrs: whole.incrs },
      (i) => count(s.prefill_tokens[i]) + " prompt tokens and " + count(s.decodes[i]) + " decodes a step; at most " + count(s.most_tokens[i]) + " tokens"
        + (s.token_budget > 0 ? " of " + count(s.token_budget) : ""));
  }

  function steps(box) {
    const s = data.steps;
    keys("steps", [["longest", "―", "longest"], ["mean", "―", "mean"]]);
    return overTime(box,
      [{ values: s.longest_ms, look: { stroke: colour("missed"), width: 1 } }, { values: s.step_ms, look: area("good", "33") }],
      (most(s.longest_ms) || 1) * 1.06, { values: (u, v) => v.map((one) => axisMs(one) + " ms") },
      (i) => "mean " + ms(s.step_ms[i]) + " ms, longest " + ms(s.longest_ms[i]) + " ms");
  }

  function decodes(box) {
    const s = data.steps;
    return overTime(box, [{ values: s.decodes, look: area("good", "33") }], Math.max(1, most(s.decodes)) * 1.12, whole,
      (i) => count(s.decodes[i]) + " decodes a step");
  }

  function waiting(box) {
    const s = data.steps;
    return overTime(box, [{ values: s.waiting, look: area("good", "33") }], Math.max(1, most(s.waiting)) * 1.12, whole,
      (i) => count(s.waiting[i]) + " waiting");
  }

  function kv(box) {
    const s = data.steps, highest = most(s.kv_percent);
    return overTime(box, [{ values: s.kv_percent, look: area("good", "33") }], highest > 50 ? 106 : (highest || 1) * 1.2,
      { values: (u, v) => v.map((one) => axisMs(one) + "%") }, (i) => ms(s.kv_percent[i]) + "% in use");
  }

  const DRAW = { cdf, timeline, "in-flight": inFlight, batch, steps, decodes, waiting, kv };
  let charts = [];

  function draw() {
    charts.forEach((chart) => chart.plot.destroy());
    charts = [...document.querySelectorAll("[data-chart]")].map((box) => {
      box.textContent = "";
      return { box, width: box.clientWidth, plot: DRAW[box.dataset.chart](box) };
    });
  }

  function fit() {
    charts.forEach((chart) => {
      const width = chart.box.clientWidth;
      if (width > 0 && width !== chart.width) {
        chart.width = width;
        chart.plot.setSize({ width: Math.max(200, width), height: chart.box.clientHeight });
      }
    });
  }

  draw();
  new ResizeObserver(fit).observe(document.querySelector("main"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  addEventListener("beforeprint", () => { root.classList.add("printing"); draw(); });
  addEventListener("afterprint", () => { root.classList.remove("printing"); draw(); });
})();
