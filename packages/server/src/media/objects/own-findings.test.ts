import { expect, test } from 'vitest';
import { createOwnFindings } from './own-findings.ts';

test('faces are offered once their model is installed, and work where objects are recognised', () => {
  const installed = { faces: false };
  const own = createOwnFindings({ engine: () => ({ state: 'ready' }), hasFaceModel: () => installed.faces });
  expect(own.finds()).toEqual([]);
  installed.faces = true;
  expect(own.finds()).toEqual(['face']);
  expect(own.engineOf('face')).toEqual({ state: 'ready' });
  expect(own.engineOf('fire')).toEqual({ state: 'unavailable', reason: 'model-missing' });
});
