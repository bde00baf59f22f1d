// The roofline page: settings, tables, and everything drawn anew when a setting changes.
(() => {
  const { data, byId, roofline, atPeak, degrees, fewestGpus } = cost;
  const { PARTS, node, empty, drawStep, drawMemory, drawRoof, drawCurves, decimals, count, figure, ms, time, gigabytes, teraflop, rate, percent, many } = drawing;
  const element = (id) => document.getElementById(id);

  // ---- Tables.

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
