import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advance, emptyDraft, placeBefore, placeWith, start, trackOf, type FlowEvent, type FlowPlace } from './add-camera-flow.ts';
import { readPlace, writePlace } from './add-camera-flow-address.ts';

const modelId = 'watchpost-camera';
const capabilities = { qrscan: true, wsdiscovery: false, mic: true, infrared: false };
const [ways, local, serial]: readonly [FlowPlace, FlowPlace, FlowPlace] = [{ step: 'ways', modelId }, { step: 'local', modelId }, { step: 'serial', modelId }];
const on = (step: 'power' | 'wifi' | 'code', way: 'code' | 'serial' = 'code'): FlowPlace => ({ step, modelId, way });
const connecting = (way: 'code' | 'serial' | 'local' = 'code'): FlowPlace => ({ step: 'connecting', modelId, way, registrationId: 'reg_1' });
const [name, done]: readonly [FlowPlace, FlowPlace] = [{ step: 'name', cameraId: 'cam_1' }, { step: 'done', cameraId: 'cam_1' }];
const places: readonly FlowPlace[] = [
  start, { step: 'phone' }, { step: 'link' }, { step: 'models' }, { step: 'address' }, ways, local, serial,
  on('power'), on('power', 'serial'), on('wifi'), on('wifi', 'serial'), on('code'), on('code', 'serial'), connecting(), connecting('serial'), connecting('local'), name, done,
];
const events: readonly FlowEvent[] = [
  { type: 'camera' }, { type: 'smartphone' }, { type: 'link' }, { type: 'model', model: { modelId, capabilities } }, { type: 'model', model: { modelId: 'onvif', capabilities: { ...capabilities, qrscan: false } } },
  { type: 'way', way: 'code' }, { type: 'way', way: 'serial' }, { type: 'way', way: 'local' }, { type: 'serial-accepted' }, { type: 'powered' }, { type: 'wifi-entered' },
  { type: 'token-given', registrationId: 'reg_1' }, { type: 'registered', cameraId: 'cam_1' }, { type: 'named' },
];
const keyOf = (event: FlowEvent): string => [event.type, 'way' in event ? event.way : '', event.type === 'model' ? event.model.modelId : ''].filter(Boolean).join(' ');

/** Every transition there is; any other event leaves the place as it is. */
const transitions: readonly (readonly [FlowPlace, string, FlowPlace])[] = [
  [start, 'camera', { step: 'models' }],
  [start, 'smartphone', { step: 'phone' }],
  [start, 'link', { step: 'link' }],
  [{ step: 'models' }, 'model watchpost-camera', ways],
  [{ step: 'models' }, 'model onvif', { step: 'address' }],
  [ways, 'way code', on('power')],
  [ways, 'way serial', serial],
  [ways, 'way local', local],
  [serial, 'serial-accepted', on('power', 'serial')],
  ...(['code', 'serial'] as const).flatMap((way) => [
    [on('power', way), 'powered', on('wifi', way)],
    [on('wifi', way), 'wifi-entered', on('code', way)],
    [on('code', way), 'token-given', connecting(way)],
    [connecting(way), 'registered', name],
  ] as const),
  [local, 'token-given', connecting('local')],
  [connecting('local'), 'registered', name],
  [name, 'named', done],
];

describe('advance', () => {
  test.each(places.map((place) => [writePlace(place) || '(start)', place] as const))('%s', (_, place) => {
    for (const event of events) {
      const expected = transitions.find(([from, key]) => writePlace(from) === writePlace(place) && key === keyOf(event))?.[2] ?? place;
      expect(advance(place, event), keyOf(event)).toEqual(expected);
    }
  });

  test('no place but the last is a dead end, and from every place the way back leads out', () => {
    for (const place of places) {
      const isLeaf = ['phone', 'link', 'address', 'done'].includes(place.step);
      expect(events.some((event) => advance(place, event) !== place), place.step).toBe(!isLeaf);
      let [back, length]: [FlowPlace | null, number] = [place, 0];
      while (back && length < 20) [back, length] = [placeBefore(back), length + 1];
      expect(back, place.step).toBe(null);
    }
  });
});

describe('the address', () => {
  test.each(places.map((place) => [writePlace(place) || '(start)', place] as const))('%s names its place', (_, place) => expect(readPlace(new URLSearchParams(writePlace(place)))).toEqual(place));

  test.each([
    ['?step=nowhere', ''],
    ['?step=power', '?step=models'],
    ['?step=connecting&model=a', '?step=models'],
    ['?step=name', ''],
    ['?step=name&camera=../x', ''],
    ['?step=wifi&model=a&way=other', '?step=wifi&model=a&way=code'],
  ])('%s is taken as %j', (text, place) => expect(writePlace(readPlace(new URLSearchParams(text)))).toBe(place));

  test('whatever somebody writes there, it is a place that can be written again', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('device', 'phone', 'models', 'ways', 'power', 'wifi', 'code', 'connecting', 'name', 'done', 'serial', 'local', 'a-1'));
    fc.assert(
      fc.property(text, text, text, text, text, (step, model, way, registration, camera) => {
        const place = readPlace(new URLSearchParams({ step, model, way, registration, camera }));
        expect(readPlace(new URLSearchParams(writePlace(place)))).toEqual(place);
      }),
    );
  });
});

describe('what a reload lost', () => {
  const wifi = { name: 'Northgate-2G', password: 'open sesame' };
  const registration = { registrationToken: 't'.repeat(43), registrationId: 'reg_1', expiresAt: 1 };
  test.each([
    ['the Wi-Fi is asked for again before the code', on('code'), emptyDraft, on('wifi')],
    ['no Wi-Fi is an answer', on('code'), { ...emptyDraft, wifi: null }, on('code')],
    ['so is one', on('code'), { ...emptyDraft, wifi }, on('code')],
    ['a serial number is asked for again, wherever one is', on('code', 'serial'), { ...emptyDraft, wifi }, serial],
    ['and on the way to it', on('power', 'serial'), emptyDraft, serial],
    ['once it is there the way goes on', on('wifi', 'serial'), { ...emptyDraft, serial: { number: 'WP-0001', registration } }, on('wifi', 'serial')],
    ['connecting goes on', connecting('serial'), emptyDraft, connecting('serial')],
    ['so does the name', name, emptyDraft, name],
  ])('%s', (_, place, draft, expected) => expect(placeWith(place, draft)).toEqual(expected));
});

test('the head shows how far it is on the ways that have a code', () => {
  const shown = (place: FlowPlace) => {
    const track = trackOf(place);
    return track && `${track.parts.join(' ')}: ${track.parts[track.current]}`;
  };
  expect(shown(on('wifi'))).toBe('model power wifi code name: wifi');
  expect(shown(connecting())).toBe('model power wifi code name: code');
  expect(shown(serial)).toBe('model serial power wifi code name: serial');
  for (const place of [start, { step: 'address' }, local, connecting('local'), name, done] as const) expect(shown(place)).toBe(null);
});
