// What the roofline page draws: steps, memory, the roofline and curves; and how it writes numbers.
const drawing = (() => {
  const { data, byId, mostSequences } = cost;
  const element = (id) => document.getElementById(id);

  // ---- Numbers as the report writes them.

  const decimals = (value, digits) => value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const count = (value) => decimals(value, 0);
  const figure = (value) => value < 0.0005 ? "0" : decimals(value, value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0);
  const ms = (ns) => figure(ns / 1e6);
  const time = (ns) => ns >= 10e9 ? decimals(ns / 1e9, 1) + " s" : ms(ns) + " ms";
  const gigabytes = (bytes) => decimals(bytes / 1e9, bytes < 100e9 ? 2 : 1);
  const teraflop = (flops) => figure(flops / 1e12);
  const rate = (value) => decimals(value, value < 10 ? 2 : value < 100 ? 1 : 0);
  const percent = (share) => decimals(share * 100, 0) + "%";
  const many = (value, one) => count(value) + " " + one + (value === 1 ? "" : "s");

  // ---- Drawing.

  function node(parent, name, attributes = {}, text = "") {
    const made = name.includes(":")
      ? document.createElementNS("http://www.w3.org/2000/svg", name.slice(4))
      : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== "") made.textContent = text;
    parent.append(made);
    return made;
  }

  function empty(id) {
    const box = element(id);
    box.textContent = "";
    return box;
  }

  const PARTS = [
    ["weights", "weights", "weightNs", (s) => gigabytes(s.weightBytes) + " GB", "memory"],
    ["kv", "KV cache", "kvNs", (s) => gigabytes(s.kvBytes) + " GB", "memory"],
    ["linear", "linear layers", "linearNs", (s) => teraflop(s.linearFlops) + " TFLOP", "compute"],
    ["attention", "attention", "attentionNs", (s) => teraflop(s.attentionFlops) + " TFLOP", "compute"],
    ["head", "LM head", "headNs", (s) => teraflop(s.headFlops) + " TFLOP", "compute"],
    ["communication", "all-reduce", "communicationNs", () => "", "after"],
    ["overhead", "overhead", "overheadNs", () => "", "after"],
  ];

  function drawStep(parent, id, title, what, step, longestNs, facts) {
    const card = node(parent, "article", { id, class: "step-card " + step.bound, "aria-label": title });
    Object.assign(card.dataset, { stepNs: step.stepNs, memoryNs: step.memoryNs, computeNs: step.computeNs, communicationNs: step.communicationNs, weightBytes: step.weightBytes, kvBytes: step.kvBytes, flops: step.flops });
    const head = node(card, "div", { class: "step-head" });
    node(head, "h2", {}, title);
    node(head, "span", { class: "bound" }, step.bound + "-bound");
    node(card, "p", { class: "quiet small what" }, what);
    const big = node(card, "p", { class: "big" });
    node(big, "strong", {}, ms(step.stepNs));
    big.append(" ms");
    node(big, "span", { class: "quiet" }, facts);
    const lanes = node(card, "div", { class: "lanes", "aria-hidden": "true" });
    const wait = Math.max(step.memoryNs, step.computeNs);
    for (const [lane, start] of [["memory", 0], ["compute", 0], ["after", wait]]) {
      const row = node(lanes, "div", { class: "lane " + lane + (lane === step.bound ? " longer" : "") });
      node(row, "span", {}, lane === "after" ? "then" : lane);
      const track = node(row, "div", { class: "track-box" });
      let at = start;
      for (const [name, label, key, , of] of PARTS) {
        if (of !== lane || step[key] <= 0) continue;
        const bar = node(track, "i", { class: "part " + name, title: label + " " + ms(step[key]) + " ms" });
        bar.style.left = (100 * at) / longestNs + "%";
        bar.style.width = (100 * step[key]) / longestNs + "%";
        at += step[key];
      }
      if (lane !== "after" && lane !== step.bound) {
        const idle = node(track, "i", { class: "idle", title: "waits for " + step.bound });
        idle.style.left = (100 * at) / longestNs + "%";
        idle.style.width = (100 * (wait - at)) / longestNs + "%";
      }
    }
    const legend = node(card, "table", { class: "parts" });
    const body = node(legend, "tbody");
    for (const [name, label, key, amount] of PARTS) {
      if (name === "communication" && step[key] === 0) continue;
      const row = node(body, "tr");
      const name_ = node(row, "th", { scope: "row" });
      node(name_, "i", { class: "key " + name, "aria-hidden": "true" });
      name_.append(label);
      node(row, "td", { class: "number" }, amount(step));
      node(row, "td", { class: "number" }, ms(step[key]) + " ms");
    }
  }

  function drawMemory(r, s) {
    const box = empty("memory"), m = r.memory, used = Math.min(m.held(s.batch, s.context), m.poolBytes);
    const isFull = !m.fits(s.batch, s.context);
    node(box, "h2", {}, "Memory" + (s.gpus > 1 ? " of each GPU" : "") + " · " + gigabytes(r.gpu.memory) + " GB");
    const bar = node(box, "div", { class: "stack", "aria-hidden": "true" });
    const parts = [
      ["weights", m.weightBytes, "weights"], ["other", m.otherBytes, "activations and graphs"], ["kv", used, "KV cache in use"],
      ["free", m.poolBytes - used, "KV cache free"], ["back", r.gpu.memory - m.usable, "kept back"],
    ];
    const whole = Math.max(r.gpu.memory, parts.reduce((sum, part) => sum + part[1], 0));
    for (const [name, bytes, label] of parts) {
      const part = node(bar, "i", { class: "part " + name, title: label + " " + gigabytes(bytes) + " GB" });
      part.style.width = (100 * bytes) / whole + "%";
    }
    const legend = node(box, "p", { class: "quiet small keys" });
    for (const [name, bytes, label] of parts) {
      const entry = node(legend, "span");
      node(entry, "i", { class: "key " + name, "aria-hidden": "true" });
      entry.append(label + " " + gigabytes(bytes) + " GB");
    }
    const most = mostSequences(r, s.context);
    node(box, "p", { class: isFull ? "small warn" : "small" },
      m.tokens === 0 ? "Nothing is left for a KV cache."
        : "Room for " + count(m.tokens) + " tokens of KV cache: " + many(most, "sequence") + " of " + count(s.context)
          + (isFull ? "; a batch of " + count(s.batch) + " does not fit, the rest would wait or be preempted." : "."));
  }

  // A chart with logarithmic axes, drawn in the pixels it has, so that its text keeps its size.
  function chart(id, title, words, xs, ys, xName, yName) {
    const box = empty(id), width = Math.max(260, box.clientWidth), height = id === "roof" ? 320 : 240;
    node(box, "figcaption", {}, title);
    const svg = node(box, "svg:svg", { width, height, viewBox: "0 0 " + width + " " + height, role: "img", "aria-label": words });
    const left = 46, right = width - 20, top = 12, bottom = height - 34;
    const scale = ([from, to], a, b) => (value) => a + ((Math.log(Math.max(value, from / 10)) - Math.log(from)) / (Math.log(to) - Math.log(from))) * (b - a);
    const x = scale(xs.range, left, right), y = scale(ys.range, bottom, top);
    for (const tick of ys.ticks) {
      node(svg, "svg:line", { class: "grid", x1: left, x2: right, y1: y(tick), y2: y(tick) });
      node(svg, "svg:text", { class: "tick", x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, short(tick));
    }
    for (const tick of xs.ticks) {
      node(svg, "svg:line", { class: "grid", x1: x(tick), x2: x(tick), y1: top, y2: bottom });
      node(svg, "svg:text", { class: "tick", x: x(tick), y: bottom + 15, "text-anchor": "middle" }, short(tick));
    }
    node(svg, "svg:text", { class: "tick", x: right, y: height - 4, "text-anchor": "end" }, xName);
    node(svg, "svg:text", { class: "tick", x: left + 4, y: top + 10 }, yName);
    const clip = node(svg, "svg:clipPath", { id: id + "-clip" });
    node(clip, "svg:rect", { x: left - 9, y: top - 9, width: right - left + 18, height: bottom - top + 9 });
    const inside = node(svg, "svg:g", { "clip-path": "url(#" + id + "-clip)" });
    return {
      x, y, left, right, top, bottom, svg,
      line: (points, name) => node(inside, "svg:polyline", { class: "line " + name, points: points.map(([a, b]) => x(a).toFixed(1) + "," + y(b).toFixed(1)).join(" ") }),
      dot: (a, b, name, title_, radius = 3) => node(node(inside, "svg:circle", { class: "dot " + name, cx: x(a).toFixed(1), cy: y(b).toFixed(1), r: radius }), "svg:title", {}, title_),
      text: (a, b, text, name, anchor = "start", dx = 9, dy = 4) => node(svg, "svg:text", { class: "label " + name, x: x(a) + dx, y: y(b) + dy, "text-anchor": anchor }, text),
    };
  }

  const short = (value) => value >= 1e6 ? value / 1e6 + "M" : value >= 1e3 && value % 1e3 === 0 ? value / 1e3 + "k" : String(+value.toPrecision(4));

  function powers(from, to, base = 10) {
    const ticks = [];
    for (let k = Math.ceil(Math.log(from) / Math.log(base) - 1e-9); base ** k <= to * (1 + 1e-9); k++) ticks.push(base ** k);
    return ticks;
  }

  // 1, 2 and 5 of each decade where there are few decades.
  function ticks(from, to) {
    const all = powers(from, to);
    if (all.length > 3) return all;
    const more = [];
    for (let k = Math.floor(Math.log10(from)); k <= Math.log10(to); k++) {
      for (const m of [1, 2, 5]) if (m * 10 ** k >= from && m * 10 ** k <= to) more.push(m * 10 ** k);
    }
    return more;
  }

  const BATCHES = Array.from({ length: 41 }, (_, i) => 2 ** (i / 4));

  function drawRoof(r, s, decode, prefill) {
    const weights = byId(data.precisions, s.weights), peak = r.gpu[weights.compute], bandwidth = r.gpu.bandwidth;
    const trail = BATCHES.map((batch) => { const step = r.decode(batch, s.context); return [step.flops / step.bytes, step.flops / step.stepNs * 1e-3, batch, step]; });
    const point = (step) => [step.flops / step.bytes, step.flops / step.stepNs * 1e-3];
    const d = point(decode), p = point(prefill);
    const from = 10 ** Math.floor(Math.log10(Math.min(0.5, trail[0][0]))), to = 10 ** Math.ceil(Math.log10(Math.max(p[0], (peak / bandwidth) * 4)));
    const low = 10 ** Math.floor(Math.log10(Math.min(trail[0][1], d[1], p[1]) * 0.9)), high = (peak / 1e12) * 3;
    const plot = chart("roof", "Roofline: what a step reaches for what it reads",
      "Roofline of " + r.gpu.name + ": decode does " + figure(d[0]) + " FLOP for each byte and reaches " + figure(d[1]) + " TFLOP/s; prefill " + figure(p[0]) + " FLOP a byte and " + figure(p[1]) + " TFLOP/s.",
      { range: [from, to], ticks: powers(from, to) }, { range: [low, high], ticks: powers(low, high) }, "FLOP per byte read", "TFLOP/s of each GPU");
    const roof = (flops, bytes) => [[from, (from * bytes) / 1e12], [flops / bytes, flops / 1e12], [to, flops / 1e12]];
    plot.line(roof(peak, bandwidth), "roof");
    plot.line(roof(peak * s.compute_efficiency, bandwidth * s.bandwidth_efficiency), "expected");
    plot.text(to, peak / 1e12, count(peak / 1e12) + " TFLOP/s " + weights.compute, "ink", "end", -4, -7);
    const ridge = peak / bandwidth;
    plot.line([[ridge, low], [ridge, peak / 1e12]], "ridge");
    plot.text(ridge, low, "ridge " + count(ridge), "quiet", "start", 5, -6);
    plot.line(trail, "memory");
    for (const [intensity, reached, batch, step] of trail) {
      if (Number.isInteger(Math.log2(batch))) plot.dot(intensity, reached, "memory", "batch " + batch + ": " + ms(step.stepNs) + " ms");
    }
    const last = trail[trail.length - 1];
    if (s.batch < 128 && plot.right > 480) plot.text(last[0], last[1], "batch 1,024", "quiet", "start", 10, 12);
    plot.dot(d[0], d[1], "memory now", "decode: " + ms(decode.stepNs) + " ms", 7);
    plot.text(d[0], d[1], "decode, batch " + count(s.batch), "ink", "start", 12, 4);
    plot.dot(p[0], p[1], "compute now", "prefill: " + ms(prefill.stepNs) + " ms", 7);
    plot.text(p[0], p[1], "prefill, " + count(Math.min(s.chunk, s.prompt)), "ink", p[0] > Math.sqrt(from * to) * 30 ? "end" : "start", p[0] > Math.sqrt(from * to) * 30 ? -12 : 12, 16);
    node(element("roof"), "p", { class: "quiet small" }, "Left of the ridge a step waits for memory, right of it for compute. Solid: the data sheet; dashed: at the efficiencies set. Points lie below the dashed line by overhead and communication.");
  }

  function drawCurves(r, s) {
    const steps = BATCHES.map((batch) => [batch, r.decode(batch, s.context)]);
    const most = mostSequences(r, s.context), now = r.decode(s.batch, s.context);
    const xs = { range: [1, 1024], ticks: [1, 4, 16, 64, 256, 1024] };
    const span = (values) => { const from = Math.min(...values) * 0.75, to = Math.max(...values) * 1.3; return { range: [from, to], ticks: ticks(from, to) }; };
    const times = span(steps.flatMap(([, step]) => [step.stepNs / 1e6, Math.max(step.computeNs / 1e6, step.stepNs / 3e7)]));
    const plot = chart("time", "Time of a decode step by batch",
      "A decode step takes " + ms(steps[0][1].stepNs) + " ms at batch 1 and " + ms(steps[steps.length - 1][1].stepNs) + " ms at batch 1,024.", xs, times, "batch", "ms");
    const full = (chart_) => {
      if (most >= 1024) return;
      const x = Math.max(chart_.left, chart_.x(Math.max(most, 1)));
      chart_.svg.prepend(node(chart_.svg, "svg:rect", { class: "full", x, y: chart_.top, width: chart_.right - x, height: chart_.bottom - chart_.top }));
      node(chart_.svg, "svg:text", { class: "label warn", x: Math.min(x + 5, chart_.right - 96), y: chart_.bottom - 6 }, most === 0 ? "does not fit" : "full at " + count(most));
    };
    full(plot);
    plot.line(steps.map(([batch, step]) => [batch, step.stepNs / 1e6]), "whole");
    plot.line(steps.map(([batch, step]) => [batch, step.memoryNs / 1e6]), "memory");
    plot.line(steps.map(([batch, step]) => [batch, step.computeNs / 1e6]), "compute");
    plot.dot(s.batch, now.stepNs / 1e6, "whole now", ms(now.stepNs) + " ms", 6);
    const keys = node(element("time"), "p", { class: "quiet small keys" });
    for (const [name, label] of [["ink", "step"], ["memory", "memory"], ["compute", "compute"]]) {
      const entry = node(keys, "span");
      node(entry, "i", { class: "key " + name, "aria-hidden": "true" });
      entry.append(label);
    }
    const rates = steps.map(([batch, step]) => [batch, batch / step.stepNs * 1e9]);
    const rateNow = s.batch / now.stepNs * 1e9;
    const plotRate = chart("rate", "Tokens a second by batch",
      "From " + rate(rates[0][1]) + " tokens/s at batch 1 to " + rate(rates[rates.length - 1][1]) + " at batch 1,024.", xs, span([...rates.map(([, value]) => value), rateNow]), "batch", "tokens/s");
    full(plotRate);
    plotRate.line(rates, "whole");
    plotRate.dot(s.batch, rateNow, "whole now", rate(rateNow) + " tokens/s", 6);
    node(element("rate"), "p", { class: "quiet small" }, "All sequences together; each sees " + rate(1e9 / now.stepNs) + " a second at a batch of " + count(s.batch) + ".");
  }

  return { PARTS, node, empty, drawStep, drawMemory, drawRoof, drawCurves, decimals, count, figure, ms, time, gigabytes, teraflop, rate, percent, many };
})();
