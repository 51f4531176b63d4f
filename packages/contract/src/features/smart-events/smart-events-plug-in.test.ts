import { expect, test } from 'vitest';
import { eventType } from '../events/events-schemas.ts';
import { plugInDetectionTypes } from '../../protocols/detection-protocol.ts';
import { listPlugInDetectionsAnswer, plugInDetectionParameters, updatePlugInDetectionBody } from './smart-events-schemas.ts';

test.each([
  [{ isEnabled: true }, true],
  [{ confidence: 1 }, true],
  [{ confidence: 1.01 }, false],
  [{ sensitivity: 5 }, false],
  [{}, false],
])('a change of what a detector finds: %j', (body, isValid) => expect(updatePlugInDetectionBody.safeParse(body).success).toBe(isValid));

test('each can become an event, and has an engine that may be failing', () => {
  expect(plugInDetectionTypes.map((type) => eventType.safeParse(type).success)).toEqual(plugInDetectionTypes.map(() => true));
  const fire = { type: 'fire', isEnabled: true, confidence: 0.6, engine: { state: 'failing', reason: 'not-found', since: 5 } };
  expect(listPlugInDetectionsAnswer.parse({ detections: [fire] })).toEqual({ detections: [fire] });
  expect(plugInDetectionParameters.safeParse({ id: 'cam_1', type: 'loudNoise' }).success).toBe(false);
});
