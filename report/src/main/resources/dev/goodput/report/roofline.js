(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("roofline-data").textContent);
  const byId = (rows, id) => rows.find((row) => row.id === id);
  const element = (id) => document.getElementById(id);

  // ---- The cost of a step: the formulas of the engine's Roofline, Weights and KvMemory. A test holds the two together.

  function roofline(s) {
    const gpu = byId(data.gpus, s.gpu), model = byId(data.models, s.model);
    const weights = byId(data.precisions, s.weights), kv = byId(data.precisions, s.kv);
    const bf16 = byId(data.precisions, "bf16"), n = s.gpus, experts = model.experts, latent = model.latent;
    const linear = model.linear * (weights.only_experts && experts ? bf16 : weights).bytes;
    const rest = (model.head + model.norms) * bf16.bytes;
    const embedding = model.tied ? 0 : model.head * bf16.bytes;
    const oneExpert = experts ? experts.parameters * weights.bytes : 0;
    const allExperts = experts ? oneExpert * experts.count * experts.layers : 0;
    const computed = linear + rest + embedding + allExperts;
    const fixed = (s.weights_read ?? linear + rest) / n;
    const total = Math.max(s.weights_read ?? 0, computed);
    const untouched = experts ? Math.log1p(-experts.per_token / experts.count) : 0;
    const kvElements = latent ? latent.rank + latent.rope_dim : 2 * model.head_dim * Math.max(1, Math.floor(model.kv_heads / n));
    const whole = model.layers - model.window_layers, heads = model.query_heads / n;
    const kvBytes = whole * kvElements * kv.bytes, windowKvBytes = model.window_layers * kvElements * kv.bytes;
    const perPair = latent
      ? 2 * heads * (latent.nope_dim + latent.rope_dim + latent.value_dim) * whole
      : 4 * heads * model.head_dim * whole;
    const perDecodePair = latent ? 2 * heads * (2 * latent.rank + latent.rope_dim) * whole : perPair;
    const perWindowPair = 4 * heads * model.head_dim * model.window_layers;
    const nsPerByte = 1e9 / (gpu.bandwidth * s.bandwidth_efficiency);
    const nsPerFlop = 1e9 / (gpu[weights.compute] * s.compute_efficiency);
    const nsPerBf16Flop = 1e9 / (gpu.bf16 * s.compute_efficiency);
    const allReduces = n === 1 ? 0 : 2 * model.layers;
    const wire = (allReduces * 2 * (n - 1)) / n * model.hidden * bf16.bytes / gpu.link * 1e9;

    function of(load) {
      const weightBytes = fixed - (allExperts / n) * (experts ? Math.expm1(load.tokens * untouched) : 0);
      const kvRead = load.context * kvBytes + load.windowContext * windowKvBytes;
      const linearFlops = load.tokens * 2 * model.active / n;
      const attentionFlops = (load.pairs - load.decodePairs) * perPair + load.decodePairs * perDecodePair + load.windowPairs * perWindowPair;
      const headFlops = load.samples * 2 * model.head / n;
      const step = {
        weightBytes, kvBytes: kvRead, linearFlops, attentionFlops, headFlops,
        bytes: weightBytes + kvRead, flops: linearFlops + attentionFlops + headFlops,
        weightNs: weightBytes * nsPerByte, kvNs: kvRead * nsPerByte,
        linearNs: linearFlops * nsPerFlop, attentionNs: attentionFlops * nsPerBf16Flop, headNs: headFlops * nsPerBf16Flop,
        communicationNs: allReduces * s.all_reduce_us * 1e3 + load.tokens * wire,
        overheadNs: (s.step_us + s.layer_us * model.layers + s.sequence_us * load.sequences) * 1e3,
      };
      step.memoryNs = step.weightNs + step.kvNs;
      step.computeNs = step.linearNs + step.attentionNs + step.headNs;
      step.stepNs = Math.max(step.memoryNs, step.computeNs) + step.communicationNs + step.overheadNs;
      step.bound = step.computeNs > step.memoryNs ? "compute" : "memory";
      return step;
    }

    const pairs = (computed, tokens) => tokens * computed + (tokens * (tokens + 1)) / 2;

    function load(batch, context, computed, tokens, samples) {
      const sum = { tokens: 0, samples: 0, sequences: 0, context: 0, pairs: 0, decodePairs: 0, windowContext: 0, windowPairs: 0 };
      const add = (count, before, added, sampled) => {
        sum.sequences += count;
        sum.tokens += count * added;
        sum.samples += count * sampled;
        sum.context += count * (before + added);
        sum.pairs += count * pairs(before, added);
        if (model.window > 0) {
          const inside = Math.min(Math.max(model.window - before, 0), added);
          sum.windowContext += count * Math.min(before + added, model.window + added - 1);
          sum.windowPairs += count * (pairs(before, inside) + (added - inside) * model.window);
        }
      };
      if (batch > 0) {
        add(batch, context - 1, 1, 1);
        sum.decodePairs = sum.pairs;
      }
      if (tokens > 0) add(1, computed, tokens, samples);
      return sum;
    }

    const usable = gpu.memory * data.memory.utilisation, block = data.memory.block_tokens;
    const left = usable - total / n - data.memory.other_bytes;
    const blocks = left <= 0 ? 0 : Math.floor(left / (kvBytes * block));
    const windowBytes = windowKvBytes * model.window;
    const held = (sequences, context) => sequences * Math.ceil(context / block) * block * kvBytes + sequences * windowBytes;

    return {
      gpu, model, embedding, total, computed,
      decode: (batch, context) => of(load(batch, context, 0, 0, 0)),
      chunk: (computed, tokens, samples) => of(load(0, 0, computed, tokens, samples)),
      mixed: (batch, context, tokens, samples) => of(load(batch, context, 0, tokens, samples)),
      prompt(tokens, chunk) {
        const steps = [];
        for (let at = 0; at < tokens; at += chunk) {
          const added = Math.min(chunk, tokens - at);
          steps.push(of(load(0, 0, at, added, at + added === tokens ? 1 : 0)));
        }
        return steps;
      },
      memory: {
        usable, weightBytes: total / n, otherBytes: data.memory.other_bytes, poolBytes: blocks * block * kvBytes, tokens: blocks * block,
        held, fits: (sequences, context) => blocks > 0 && held(sequences, context) <= blocks * block * kvBytes,
      },
    };
  }

  const atPeak = (s) => roofline({ ...s, bandwidth_efficiency: 1, compute_efficiency: 1, step_us: 0, layer_us: 0, sequence_us: 0, all_reduce_us: 0 });

  function degrees(model) {
    const all = [];
    for (let n = 1; n <= 64; n++) {
      if (model.query_heads % n === 0 && (model.kv_heads % n === 0 || n % model.kv_heads === 0)) all.push(n);
    }
    return all;
  }

  const fewestGpus = (s) => degrees(byId(data.models, s.model)).find((gpus) => roofline({ ...s, gpus }).memory.fits(1, s.context));

  function mostSequences(r, context) {
    let fits = 0, not = 65536;
    while (not - fits > 1) {
      const middle = (fits + not) >>> 1;
      if (r.memory.fits(middle, context)) fits = middle; else not = middle;
    }
    return fits;
  }

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

  function fill(id, title, rows, textColumns) {
    const section = element(id);
    section.querySelector("h2").textContent = title;
    section.querySelector(".scroll").setAttribute("aria-label", title);
    const body = section.querySelector("tbody");
    body.textContent = "";
    for (const cells of rows) {
      const row = node(body, "tr");
      cells.forEach((cell, i) => node(row, "td", textColumns.includes(i) ? {} : { class: "number" }, cell));
    }
  }

  // Steps one after the other, as if they were one.
  function total(steps) {
    const sum = {};
    for (const key of Object.keys(steps[0])) sum[key] = steps.reduce((all, step) => all + step[key], 0);
    sum.bound = sum.computeNs > sum.memoryNs ? "compute" : "memory";
    return sum;
  }

  function fillTables(r, s) {
    const peak = atPeak(s), units = s.gpus === 1 ? " · GB, ms" : " · GB, TFLOP on each GPU, ms";
    const facts = (step, floor) => [gigabytes(step.weightBytes), gigabytes(step.kvBytes), teraflop(step.flops), ms(step.memoryNs), ms(step.computeNs), ms(floor), ms(step.stepNs)];
    const contexts = data.contexts.includes(s.context) ? data.contexts : [s.context];
    const batches = data.batches.includes(s.batch) ? data.batches : [...data.batches, s.batch].sort((a, b) => a - b);
    const decodes = contexts.flatMap((context) => batches.map((batch) => {
      const step = r.decode(batch, context);
      return [count(batch), count(context), ...facts(step, peak.decode(batch, context).stepNs), step.bound, rate(batch / step.stepNs * 1e9), r.memory.fits(batch, context) ? "yes" : "no"];
    }));
    fill("decode", "A decode step by batch and context" + units, decodes, [9, 11]);
    const chunk = Math.min(s.chunk, s.prompt), steps = r.prompt(s.prompt, chunk), floors = peak.prompt(s.prompt, chunk);
    const last = s.prompt - (steps.length - 1) * chunk;
    const batch = Math.max(...batches.filter((some) => r.memory.fits(some, s.context)), 0) || s.batch;
    const rows = [[steps.length === 1 ? "prompt" : "first chunk", count(chunk), "0", ...facts(steps[0], floors[0].stepNs), steps[0].bound]];
    if (steps.length > 1) {
      const end = steps[steps.length - 1], whole = total(steps);
      rows.push(["last chunk", count(last), count(s.prompt - last), ...facts(end, floors[floors.length - 1].stepNs), end.bound]);
      rows.push(["whole prompt", count(s.prompt), "0", ...facts(whole, total(floors).stepNs), ""]);
    }
    const samples = chunk === s.prompt ? 1 : 0, mixed = r.mixed(batch, s.context, chunk, samples);
    rows.push(["with " + many(batch, "decode"), count(chunk), "0", ...facts(mixed, peak.mixed(batch, s.context, chunk, samples).stepNs), mixed.bound]);
    fill("prefill", "A prompt of " + count(s.prompt) + " tokens" + (steps.length === 1 ? " in one step" : " in chunks of " + count(chunk)) + units, rows, [0, 10]);
    return steps;
  }

  // ---- Settings.

  const doublings = (from, to) => { const all = []; for (let v = from; v < to; v *= 2) { all.push(v); if (v >= 4) all.push(v * 1.5); } return [...new Set(all.filter((v) => v < to)), to].sort((a, b) => a - b); };
  const SHARES = Array.from({ length: 20 }, (_, i) => (i + 1) * 5);
  const CHOICES = [
    ["gpu", "GPU", () => data.gpus.map((gpu) => [gpu.id, gpu.name])],
    ["model", "Model", () => data.models.map((model) => [model.id, model.name])],
    ["weights", "Weights", (s) => data.precisions.map((p) => [p.id, p.id + (p.compute === "bf16" && p.id !== "bf16" ? " (weights alone)" : ""), byId(data.gpus, s.gpu)[p.compute] > 0])],
    ["kv", "KV cache", () => data.precisions.filter((p) => p.for_kv).map((p) => [p.id, p.id])],
    ["gpus", "GPUs (tensor parallel)", (s) => degrees(byId(data.models, s.model)).map((n) => [String(n), String(n)])],
  ];
  const most = (s) => byId(data.models, s.model).max_context;
  const SLIDERS = [
    ["batch", "Batch: sequences generating", () => doublings(1, 1024), () => 65536],
    ["context", "Context of each, tokens", (s) => doublings(16, most(s)), most],
    ["prompt", "Prompt, tokens", (s) => doublings(16, most(s)), most],
    ["chunk", "Chunk, tokens at most", () => doublings(16, 16384), most],
    ["bandwidth_efficiency", "Bandwidth reached, %", () => SHARES, () => 100, 100],
    ["compute_efficiency", "FLOP/s reached, %", () => SHARES, () => 100, 100],
  ];
  const NUMBERS = [
    ["step_us", "Overhead a step, µs", 1], ["layer_us", "Overhead a layer, µs", 1], ["sequence_us", "Overhead a sequence, µs", 1],
    ["all_reduce_us", "Latency of an all-reduce, µs", 1], ["weights_read", "Weights a step reads, GB (empty: from the architecture)", 1e-9],
  ];

  let state = { ...data.settings };
  const inputs = {};

  function build() {
    const box = element("controls");
    for (const [name, label] of CHOICES) {
      const row = node(box, "div", { class: "control" });
      node(row, "label", { for: "c-" + name }, label);
      inputs[name] = node(row, "select", { id: "c-" + name });
      inputs[name].addEventListener("change", () => set(name, name === "gpus" ? Number(inputs[name].value) : inputs[name].value, true));
    }
    for (const [name, label, values, , factor = 1] of SLIDERS) {
      const row = node(box, "div", { class: "control slider" });
      node(row, "label", { for: "c-" + name }, label);
      const exact = node(row, "input", { type: "number", min: 1, id: "n-" + name, "aria-label": label + ", exact" });
      const slider = node(row, "input", { type: "range", id: "c-" + name, min: 0, step: 1 });
      const slide = (isDone) => set(name, values(state)[Number(slider.value)] / factor, isDone);
      slider.addEventListener("input", () => slide(false));
      slider.addEventListener("change", () => slide(true));
      exact.addEventListener("change", () => set(name, Number(exact.value) / factor, true));
      inputs[name] = { slider, exact };
    }
    const details = node(box, "details", { class: "control" });
    node(details, "summary", {}, "Overheads and weights");
    for (const [name, label, factor] of NUMBERS) {
      const row = node(details, "div", { class: "control" });
      node(row, "label", { for: "c-" + name }, label);
      inputs[name] = node(row, "input", { type: "number", min: 0, step: "any", id: "c-" + name });
      inputs[name].addEventListener("change", () => set(name, inputs[name].value === "" ? null : Number(inputs[name].value) / factor, true));
    }
    node(box, "button", { type: "button" }, "Reset").addEventListener("click", () => { state = { ...data.settings }; show(true); });
  }

  // Every setting within what GPU and model can do.
  function settled(s) {
    const gpu = byId(data.gpus, s.gpu), model = byId(data.models, s.model);
    const whole = (value, to) => Math.min(Math.max(Math.round(value) || 1, 1), to);
    const share = (value, otherwise) => value > 0 && value <= 1 ? value : otherwise;
    const atLeastZero = (value, otherwise) => Number.isFinite(value) && value >= 0 ? value : otherwise;
    const result = { ...s };
    if (!(gpu[byId(data.precisions, s.weights).compute] > 0)) result.weights = "bf16";
    if (!degrees(model).includes(s.gpus)) result.gpus = degrees(model).filter((n) => n <= s.gpus).pop() ?? 1;
    for (const [name, , , to] of SLIDERS.slice(0, 4)) result[name] = whole(s[name], to(s));
    for (const name of ["bandwidth_efficiency", "compute_efficiency"]) result[name] = share(s[name], data.settings[name]);
    for (const [name] of NUMBERS.slice(0, 4)) result[name] = atLeastZero(s[name], data.settings[name]);
    result.weights_read = s.weights_read > 0 && !model.experts ? s.weights_read : null;
    return result;
  }

  function set(name, value, isDone) {
    const next = { ...state, [name]: value };
    if (name === "model") {
      const shipped = byId(data.models, value).shipped;
      next.weights = byId(data.gpus, next.gpu)[byId(data.precisions, shipped).compute] > 0 ? shipped : "bf16";
    }
    if (["model", "weights"].includes(name)) next.weights_read = null;
    state = settled(next);
    show(isDone);
  }

  function showControls() {
    for (const [name, , options] of CHOICES) {
      const select = inputs[name];
      select.textContent = "";
      for (const [value, label, isPossible = true] of options(state)) {
        const option = node(select, "option", { value }, label);
        option.disabled = !isPossible;
      }
      select.value = String(state[name]);
    }
    for (const [name, , values, to, factor = 1] of SLIDERS) {
      const { slider, exact } = inputs[name], list = values(state), value = state[name] * factor;
      slider.max = list.length - 1;
      slider.value = list.reduce((best, other, i) => Math.abs(other - value) < Math.abs(list[best] - value) ? i : best, 0);
      slider.setAttribute("aria-valuetext", count(value));
      exact.max = to(state);
      if (document.activeElement !== exact || Number(exact.value) !== value) exact.value = +value.toFixed(2);
    }
    for (const [name, , factor] of NUMBERS) inputs[name].value = state[name] == null ? "" : +(state[name] * factor).toFixed(3);
    inputs.weights_read.disabled = byId(data.models, state.model).experts != null;
  }

  // ---- The page.

  function where(step) {
    const shares = PARTS.filter((part) => part[4] === step.bound || part[4] === "after").map(([, label, key]) => [label, step[key] / step.stepNs]);
    const [label, share] = shares.reduce((a, b) => (b[1] > a[1] ? b : a));
    return percent(share) + " of it " + { weights: "reading weights", "KV cache": "reading the KV cache", "linear layers": "multiplying matrices", attention: "attention", "LM head": "the LM head", "all-reduce": "all-reduces between GPUs", overhead: "overhead" }[label];
  }

  function showNotice(r) {
    const box = empty("notice");
    box.hidden = r.memory.fits(1, state.context);
    if (box.hidden) return;
    const gpus = fewestGpus(state);
    node(box, "p", {}, r.model.name + " in " + state.weights + " does not fit " + state.gpus + " × " + r.gpu.name + ": " + gigabytes(r.total) + " GB of weights, but an engine may use "
      + gigabytes(r.memory.usable * state.gpus) + " of " + gigabytes(r.gpu.memory * state.gpus) + " GB.");
    if (gpus) node(box, "button", { type: "button" }, "Use " + gpus + " GPUs").addEventListener("click", () => set("gpus", gpus, true));
  }

  function show(isDone) {
    const s = state, r = roofline(s);
    showControls();
    const decode = r.decode(s.batch, s.context), chunk = Math.min(s.chunk, s.prompt);
    const steps = fillTables(r, s), prefill = steps[0], whole = total(steps);
    element("subject").textContent = r.model.name + " on " + s.gpus + " × " + r.gpu.name + " · " + s.weights + " weights, " + s.kv + " KV cache";
    element("headline").textContent = "A decode step takes " + ms(decode.stepNs) + " ms, " + where(decode) + ". A prompt of " + count(s.prompt) + " tokens takes " + time(whole.stepNs) + ", " + where(whole) + ".";
    document.title = "Where a token’s time goes · " + r.model.name + " on " + s.gpus + " × " + r.gpu.name;
    showNotice(r);
    const box = empty("steps"), longest = Math.max(decode.stepNs, prefill.stepNs);
    drawStep(box, "decode-step", "Decode", "a token for " + (s.batch === 1 ? "1 sequence of " : "each of " + count(s.batch) + " sequences of ") + count(s.context) + " tokens", decode, longest,
      rate(s.batch / decode.stepNs * 1e9) + " tokens/s" + (s.batch > 1 ? ", " + rate(1e9 / decode.stepNs) + " each" : ""));
    drawStep(box, "prefill-step", "Prefill", (steps.length > 1 ? "the first " + count(chunk) + " of " : "all of ") + count(s.prompt) + " prompt tokens", prefill, longest,
      rate(chunk / prefill.stepNs * 1e9) + " tokens/s");
    const floor = decode.weightBytes / r.gpu.bandwidth * 1e9;
    element("scale").textContent = "Both drawn to one scale, " + ms(longest) + " ms wide. " + gigabytes(decode.weightBytes) + " GB of weights at " + figure(r.gpu.bandwidth / 1e9) + " GB/s are at least " + ms(floor) + " ms a step"
      + (s.measured_ns && ["gpu", "model", "weights", "gpus"].every((key) => s[key] === data.settings[key]) ? "; reading them in the measured " + decimals(s.measured_ns / 1e6, 2) + " ms is " + percent(floor / s.measured_ns) + " of peak bandwidth." : ".")
      + " A stream whose step such a chunk shares waits " + ms(r.mixed(s.batch, s.context, chunk, steps.length === 1 ? 1 : 0).stepNs) + " ms for its next token.";
    drawMemory(r, s);
    drawRoof(r, s, decode, prefill);
    drawCurves(r, s);
    element("sources").textContent = r.gpu.name + ": " + r.gpu.source + ". " + r.model.name + ": " + r.model.source + ".";
    if (isDone) {
      element("live").textContent = "decode " + ms(decode.stepNs) + " ms, " + decode.bound + "-bound · prompt " + time(whole.stepNs) + ", " + whole.bound + "-bound";
      const told = Object.entries(s).filter(([key, value]) => value !== data.settings[key]).map(([key, value]) => key + "=" + encodeURIComponent(value ?? ""));
      history.replaceState(null, "", told.length > 0 ? "#" + told.join("&") : location.pathname);
    }
  }

  // A link may carry settings that differ from the command's.
  function fromHash() {
    const next = { ...data.settings };
    for (const [key, text] of new URLSearchParams(location.hash.slice(1))) {
      if (key === "gpu" && byId(data.gpus, text)) next.gpu = text;
      else if (key === "model" && byId(data.models, text)) next.model = text;
      else if ((key === "weights" || key === "kv") && byId(data.precisions, text)) next[key] = text;
      else if (typeof data.settings[key] === "number" || key === "weights_read") next[key] = text === "" ? null : Number(text);
    }
    state = settled(next);
    show(false);
  }

  build();
  fromHash();
  show(true);
  addEventListener("hashchange", fromHash);
  let width = element("roof").clientWidth;
  new ResizeObserver(() => {
    if (element("roof").clientWidth !== width) {
      width = element("roof").clientWidth;
      show(false);
    }
  }).observe(element("roof"));
})();
