import { parseArgs } from 'node:util';
import { fuzzTargets } from './all-targets.ts';
import { fuzz } from './fuzz.ts';

// Feeds every parser with changed inputs, and prints a line of JSON for each: node tooling/fuzz/run.ts [--inputs 100000] [--seed 15] [--only SDP]
const { values } = parseArgs({ options: { inputs: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } } });
const options = { inputs: Number(values.inputs ?? 100_000), seed: Number(values.seed ?? 15), limitMs: 100 };
const targets = fuzzTargets.filter(({ name }) => values.only === undefined || name.includes(values.only));
for (const target of targets) console.log(JSON.stringify(fuzz(target, options)));
