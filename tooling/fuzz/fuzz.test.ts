import { describe, expect, test } from 'vitest';
import { fuzzTargets } from './all-targets.ts';
import { fuzz, type FuzzTarget } from './fuzz.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { createRandom } from './random.ts';
import { boxStructure, records, recordStructure, xmlStructure } from './structures.ts';

/** Inputs of each parser; R15 requires 100,000, which `npm run reliability` makes. */
const inputs = Number(process.env['WATCHPOST_FUZZ_INPUTS'] ?? 60);
const seed = Number(process.env['WATCHPOST_FUZZ_SEED'] ?? 15);

test.each(fuzzTargets)('R15: $name, from changed inputs', (target) => {
  expect(fuzz(target, { inputs, seed })).toMatchObject({ inputs, fault: null });
});

// A sample that is refused leaves its parser untested.
test.each(fuzzTargets.flatMap((target) => target.samples.map((sample, index) => [target.name, index, target, sample] as const)))(
  'sample of %s, number %d, is understood',
  (_, __, target, sample) => {
    expect(target.parse(sample).bytes).toBeGreaterThanOrEqual(target.name === 'agent and push protocol' ? 0 : 1);
  },
);

describe('the fuzzer', () => {
  const target = (parse: FuzzTarget['parse']): FuzzTarget => ({
    name: 'test',
    samples: [Buffer.from('hello, world')],
    structure: (bytes) => bytes,
    tokens: [Buffer.from('!')],
    parse,
    isRefusal: (error) => error instanceof TypeError,
  });
  const outcomeOf = (bytes: Uint8Array) => ({ outcome: String(bytes.length), bytes: bytes.length });

  test('the same seed makes the same inputs, another seed others', () => {
    const inputsOf = (by: number): string[] => {
      const seen: string[] = [];
      fuzz(
        target((bytes) => (seen.push(Buffer.from(bytes).toString('hex')), outcomeOf(bytes))),
        { inputs: 50, seed: by },
      );
      return seen;
    };
    expect(inputsOf(1)).toEqual(inputsOf(1));
    expect(inputsOf(1)).not.toEqual(inputsOf(2));
  });

  test('a fault is found, and its input made as short as it can be', () => {
    const { fault } = fuzz(
      target((bytes) => {
        if (bytes.includes(0x21)) throw new RangeError('an exclamation mark');
        return outcomeOf(bytes);
      }),
      { inputs: 5000, seed: 3 },
    );
    expect(fault).toMatchObject({ kind: 'throws', message: 'RangeError: an exclamation mark', seed: 3 });
    expect(Buffer.from(fault?.input ?? '', 'base64').toString()).toBe('!');
  });

  test('a refusal is no fault; output without measure is one', () => {
    const refusing = fuzz(
      target(() => {
        throw new TypeError('no');
      }),
      { inputs: 20, seed: 1 },
    );
    expect(refusing).toMatchObject({ refused: 20, fault: null });
    expect(
      fuzz(
        target(() => ({ outcome: '', bytes: 1e9 })),
        { inputs: 20, seed: 1 },
      ).fault?.kind,
    ).toBe('grows');
  });

  test('structures keep what is around a change', () => {
    const random = createRandom(7);
    const parts = [Buffer.from('one'), Buffer.from('two')];
    expect(records.split(records.join(parts)).map(String)).toEqual(['one', 'two'].map((text) => String(Buffer.from(text))));
    const context = { random, other: records.join(parts), tokens: [] };
    for (let index = 0; index < 200; index += 1) {
      const changed = recordStructure(records.join(parts), context);
      expect(records.join(records.split(changed)).length).toBe(changed.length);
    }
    const xml = Buffer.from('<a><b c="d">e</b><f/></a>');
    const box = Buffer.from([0, 0, 0, 16, ...Buffer.from('moov'), 0, 0, 0, 8, ...Buffer.from('free')]);
    for (let index = 0; index < 200; index += 1) {
      expect(String(xmlStructure(xml, { random, other: xml, tokens: [] })).split('<').length).toBeGreaterThanOrEqual(1);
      const changed = Buffer.from(boxStructure(box, { random, other: box, tokens: [] }));
      if (changed.length >= 8) expect(changed.readUInt32BE(0)).toBeLessThanOrEqual(changed.length);
      expect(mutateBytes(box, random, []).length).toBeLessThan(5000);
    }
  });
});
