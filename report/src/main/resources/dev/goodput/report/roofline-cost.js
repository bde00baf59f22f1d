// The cost of a step: the formulas of the engine's Roofline, Weights and KvMemory. A test holds the two together.
"use strict";
const cost = (() => {
  const data = JSON.parse(document.getElementById("roofline-data").textContent);
  const byId = (rows, id) => rows.find((row) => row.id === id);

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

  return { data, byId, roofline, atPeak, degrees, fewestGpus, mostSequences };
})();
