import { expect, test } from 'vitest';
import { soundAnalysisSchema, updateSoundDetectionBody } from './smart-events-schemas.ts';

test.each([
  [{ state: 'ready' }, true],
  [{ state: 'unavailable', reason: 'offline' }, true],
  [{ state: 'unavailable', reason: 'unknown-codec', codec: 'MP2' }, true],
  [{ state: 'unavailable', reason: 'unknown-codec' }, false],
  [{ state: 'unavailable' }, false],
])('whether sound can be analysed: %j', (analysis, isValid) => {
  expect(soundAnalysisSchema.safeParse(analysis).success).toBe(isValid);
});

test.each([
  [{ isEnabled: true }, true],
  [{ sensitivity: 10 }, true],
  [{ sensitivity: 11 }, false],
  [{ sensitivity: 2.5 }, false],
  [{}, false],
  [{ isEnabled: true, zones: [] }, false],
])('a change of a sound: %j', (body, isValid) => expect(updateSoundDetectionBody.safeParse(body).success).toBe(isValid));
