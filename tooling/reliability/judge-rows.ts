import type { TestResult } from '../lib/vitest.ts';
import type { FuzzResult } from '../fuzz/fuzz.ts';
import type { BenchFigure, Proof, ReliabilityRow } from './reliability-rows.ts';

/** A figure as benches write it. */
export interface MeasuredFigure {
  readonly bench: string;
  readonly name: string;
  readonly unit: string;
  readonly median: number | null;
  readonly p95: number | null;
  readonly maximum: number | null;
  readonly promise?: { readonly of: 'median' | 'p95' | 'maximum'; readonly atMost: number };
}

export interface Evidence {
  readonly tests: readonly TestResult[];
  /** Null when no bench was run. */
  readonly figures: readonly MeasuredFigure[] | null;
  /** Null when the fuzzer was not run. */
  readonly fuzzed: readonly FuzzResult[] | null;
  /** Generated requests to each route. */
  readonly requestsARoute: number;
}

type Verdict = 'kept' | 'in part' | 'not shown' | 'BROKEN';

interface JudgedRow {
  readonly id: string;
  readonly scenario: string;
  readonly figure: string;
  readonly limit: string;
  readonly verdict: Verdict;
  /** What is broken or not shown. */
  readonly reasons: readonly string[];
  readonly shownBy: readonly string[];
}

/** Whether a run may be called green. */
export function isGreen(rows: readonly JudgedRow[]): boolean {
  return rows.length > 0 && rows.every(({ verdict }) => verdict === 'kept' || verdict === 'in part');
}

/** Judges a promise by what was run for it: one failure breaks it; what was skipped, or never ran, shows nothing. */
export function judgeRow(row: ReliabilityRow, evidence: Evidence): JudgedRow {
  const { id, scenario, limit, proofs, gap } = row;
  const broken: string[] = [];
  const missing: string[] = [];
  let passed = 0;
  for (const proof of proofs) {
    const found = evidence.tests.filter((test) => test.file === proof.file && (test.name.includes(proof.test) || test.name === ''));
    const failed = found.filter(({ status }) => status === 'failed');
    const ok = found.filter(({ status }) => status === 'passed').length;
    passed += ok;
    for (const test of failed) broken.push(`${proof.file}: ${test.reason}`);
    if (ok === 0 && failed.length === 0)
      missing.push(`${nameOf(proof)} ${found.length > 0 ? 'was skipped: a tool is missing' : 'did not run'}`);
  }
  const figures = [`${passed} tests`];
  if (row.isFuzzed) {
    const faults = evidence.fuzzed?.flatMap(({ name, fault }) =>
      fault ? [`${name}: ${fault.kind}, ${fault.message} (seed ${fault.seed}) ${fault.input}`] : [],
    );
    if (!evidence.fuzzed || evidence.fuzzed.length === 0) missing.push('the fuzzer did not run');
    else {
      const inputs = Math.min(...evidence.fuzzed.map((one) => one.inputs));
      const slowest = Math.max(...evidence.fuzzed.map(({ slowestMs }) => slowestMs));
      figures.push(`${evidence.fuzzed.length} parsers × ${inputs} inputs, slowest ${slowest.toFixed(0)} ms`);
      if (inputs < 100_000 && faults?.length === 0) missing.push(`${inputs} inputs, not 100,000`);
    }
    broken.push(...(faults ?? []));
  }
  if (row.isRequested) {
    figures.push(`${evidence.requestsARoute} requests a route`);
    if (evidence.requestsARoute < 1000 && broken.length === 0) missing.push(`${evidence.requestsARoute} requests a route, not 1,000`);
  }
  if (evidence.figures)
    for (const wanted of row.figures ?? []) {
      const found = evidence.figures.filter(
        ({ bench, name, promise }) => promise && bench === wanted.bench && name.startsWith(wanted.figure),
      );
      if (found.length === 0) missing.push(`${describeFigure(wanted)} was not measured`);
      for (const one of found) {
        const value = one[one.promise?.of ?? 'median'];
        const text = `${one.name}: ${value?.toFixed(1)} ${one.unit} (≤ ${one.promise?.atMost})`;
        figures.push(text);
        if (value === null || !Number.isFinite(value) || value > (one.promise?.atMost ?? 0)) broken.push(text);
      }
    }
  const verdict: Verdict =
    broken.length > 0 ? 'BROKEN' : passed === 0 || missing.length > 0 ? 'not shown' : gap === undefined ? 'kept' : 'in part';
  return {
    id,
    scenario,
    figure: figures.join('; '),
    limit,
    verdict,
    reasons: [...broken, ...missing, ...(gap === undefined ? [] : [gap])],
    shownBy: proofs.map(nameOf),
  };
}

function nameOf({ file, test }: Proof): string {
  return `${file} > ${test}`;
}

function describeFigure({ bench, figure }: BenchFigure): string {
  return `npm run bench ${bench}${figure === '' ? '' : `, “${figure}”`}`;
}
