import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import type { DetectorSettings } from '../../../kernel/settings/detector-settings.ts';
import { createDetectorFindings, findingsOf } from './detector-findings.ts';

const settings: DetectorSettings = { url: 'http://127.0.0.1:1', model: null, apiKey: null, timeoutMs: 1000, finds: null };
const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test.each([
  [['ipcam-general', 'license-plate'], []],
  [['fire-net'], ['fire fire-net']],
  [['Fire_Smoke'], ['fire Fire_Smoke', 'smoke Fire_Smoke']],
  [
    ['fire-v1', 'fire-v2', 'smoke.net'],
    ['fire fire-v1', 'smoke smoke.net'],
  ],
  // Not by a part of a word, and no name that can't be in an address.
  [['firearms', 'smokers', '../fire', 'constructor', '__proto__', ''], []],
  // The model that objects are found by is not asked twice.
  [['usual-fire'], ['fire null']],
])('models %j find %j', (models, expected) =>
  expect(findingsOf(models, 'usual-fire').map(({ type, model }) => `${type} ${model}`)).toEqual(expected),
);

test('a detector is asked at once, again when it does not answer, and now and then for new models', async () => {
  const clock = createManualClock(0);
  let answer: readonly string[] | null = null;
  let asked = 0;
  const client = {
    models: async () => {
      asked += 1;
      return answer;
    },
  };
  const findings = createDetectorFindings({ settings, client, clock });
  await flush();
  expect([asked, findings.known()]).toEqual([1, []]);
  answer = ['fire-net'];
  clock.advance(30_000);
  await flush();
  expect([asked, findings.known().map(({ type }) => type)]).toEqual([2, ['fire']]);
  answer = null;
  clock.advance(600_000);
  await flush();
  expect([asked, findings.known().map(({ type }) => type)]).toEqual([3, ['fire']]);
  findings.close();
  expect(clock.pending).toBe(0);
});

test('what the operator says is not asked for', () => {
  const client = { models: () => Promise.reject(new Error('asked')) };
  const finds = [{ type: 'babyCry', model: null }] as const;
  expect(createDetectorFindings({ settings: { ...settings, finds }, client, clock: createManualClock(0) }).known()).toEqual(finds);
});
