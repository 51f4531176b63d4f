import { maxInputBytes, mutateBytes } from './mutate-bytes.ts';
import { createRandom } from './random.ts';
import type { Structure } from './structures.ts';

/** What a parser made of an input. */
export interface Parsed {
  /** Roughly what happened: an input with a new outcome is kept, and changed further. */
  readonly outcome: string;
  /** Size of all that was returned, with 32 for each object. */
  readonly bytes: number;
}

export interface FuzzTarget {
  readonly name: string;
  /** Real inputs, which the others are made from. */
  readonly samples: readonly Uint8Array[];
  readonly structure: Structure;
  readonly tokens: readonly Uint8Array[];
  /** Parses an input, and throws nothing but its errors. */
  readonly parse: (input: Uint8Array) => Parsed;
  readonly isRefusal: (error: unknown) => boolean;
  /** Bytes of output for one of input, at most. */
  readonly growth?: number;
}

interface FuzzFault {
  readonly kind: 'throws' | 'grows' | 'slow';
  readonly message: string;
  readonly seed: number;
  /** Number of the input. */
  readonly index: number;
  /** The shortest input found with the same fault, base64: a case for the test of its parser. */
  readonly input: string;
}

export interface FuzzResult {
  readonly name: string;
  readonly inputs: number;
  readonly refused: number;
  /** Different outcomes. */
  readonly outcomes: number;
  /** Processor time of the slowest input, ms; 0 when time is not measured. */
  readonly slowestMs: number;
  readonly fault: FuzzFault | null;
}

interface FuzzOptions {
  readonly inputs: number;
  readonly seed: number;
  /** An input may take this much processor time, ms; null doesn't measure it. */
  readonly limitMs?: number | null;
}

const maxCorpus = 600;
const maxShrinks = 3000;
const freeBytes = 64 * 1024;
const defaultGrowth = 64;

interface Trial {
  readonly outcome: string;
  readonly isRefused: boolean;
  readonly fault: Pick<FuzzFault, 'kind' | 'message'> | null;
}

/** Feeds a parser with changed inputs up to the first fault, the same ones for the same seed. */
export function fuzz(target: FuzzTarget, { inputs, seed, limitMs = null }: FuzzOptions): FuzzResult {
  const random = createRandom(seed);
  const corpus: Uint8Array[] = [...target.samples];
  const outcomes = new Set<string>();
  let refused = 0;
  let slowestMs = 0;
  const measure = (input: Uint8Array): Trial => {
    if (limitMs === null) return attempt(target, input);
    const { trial, ms } = timed(target, input);
    const least = ms <= limitMs ? ms : Math.min(ms, ...Array.from({ length: 4 }, () => timed(target, input).ms));
    slowestMs = Math.max(slowestMs, least);
    return least > limitMs ? { ...trial, fault: trial.fault ?? { kind: 'slow', message: `${Math.round(least)} ms` } } : trial;
  };
  for (let index = 0; index < inputs; index += 1) {
    const sample = target.samples[index];
    const base = random.below(4) === 0 ? random.pick(target.samples) : random.pick(corpus);
    const context = { random, other: random.pick(corpus), tokens: target.tokens };
    const changed = random.below(4) === 0 ? mutateBytes(base, random, target.tokens) : target.structure(base, context);
    const input = sample ?? Uint8Array.from(changed);
    const trial = measure(input);
    if (trial.isRefused) refused += 1;
    if (trial.fault) {
      const small = shrink(input, (shorter) => measure(shorter).fault?.kind === trial.fault?.kind);
      const fault = { ...(measure(small).fault ?? trial.fault), seed, index, input: Buffer.from(small).toString('base64') };
      return { name: target.name, inputs: index + 1, refused, outcomes: outcomes.size, slowestMs, fault };
    }
    if (outcomes.has(trial.outcome)) continue;
    outcomes.add(trial.outcome);
    if (corpus.length < maxCorpus) corpus.push(input);
    else corpus[target.samples.length + random.below(maxCorpus - target.samples.length)] = input;
  }
  return { name: target.name, inputs, refused, outcomes: outcomes.size, slowestMs, fault: null };
}

function attempt({ parse, isRefusal, growth = defaultGrowth }: FuzzTarget, input: Uint8Array): Trial {
  try {
    const { outcome, bytes } = parse(input);
    const limit = freeBytes + growth * input.length;
    const fault = bytes > limit ? { kind: 'grows' as const, message: `${bytes} bytes from ${input.length}` } : null;
    return { outcome, isRefused: false, fault };
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return isRefusal(error)
      ? { outcome: message.replaceAll(/\d+/g, '0').slice(0, 120), isRefused: true, fault: null }
      : { outcome: message, isRefused: false, fault: { kind: 'throws', message } };
  }
}

function timed(target: FuzzTarget, input: Uint8Array): { readonly trial: Trial; readonly ms: number } {
  const before = process.threadCpuUsage();
  const trial = attempt(target, input);
  const { user, system } = process.threadCpuUsage(before);
  return { trial, ms: (user + system) / 1000 };
}

/** Leaves out what the fault does not need, from halves down to single bytes. */
function shrink(input: Uint8Array, hasFault: (input: Uint8Array) => boolean): Uint8Array {
  let result = input.subarray(0, maxInputBytes);
  let left = maxShrinks;
  for (let size = Math.ceil(result.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < result.length && left > 0; left -= 1) {
      const shorter = Uint8Array.from(Buffer.concat([result.subarray(0, at), result.subarray(at + size)]));
      if (hasFault(shorter)) result = shorter;
      else at += size;
    }
  return result;
}
