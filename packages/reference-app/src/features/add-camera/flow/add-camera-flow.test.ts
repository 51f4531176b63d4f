import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advance, emptyDraft, placeBefore, placeWith, start, trackOf, type FlowEvent, type FlowPlace } from './add-camera-flow.ts';
import { readPlace, writePlace } from './add-camera-flow-address.ts';

const modelId = 'watchpost-camera';
const capabilities = { qrscan: true, wsdiscovery: false, mic: true, infrared: false };
const [methods, local, serial]: readonly [FlowPlace, FlowPlace, FlowPlace] = [
  { step: 'ways', modelId },
  { step: 'local', modelId },
  { step: 'serial', modelId },
];
const on = (step: 'power' | 'wifi' | 'code', method: 'code' | 'serial' = 'code'): FlowPlace => ({ step, modelId, method });
const connecting = (method: 'code' | 'serial' | 'local' = 'code'): FlowPlace => ({
  step: 'connecting',
  modelId,
  method,
  registrationId: 'reg_1',
});
const [name, done]: readonly [FlowPlace, FlowPlace] = [
  { step: 'name', cameraId: 'cam_1' },
  { step: 'done', cameraId: 'cam_1' },
];
const places: readonly FlowPlace[] = [
  start,
  { step: 'phone' },
  { step: 'link' },
  { step: 'models' },
  { step: 'address' },
  methods,
  local,
  serial,
  on('power'),
  on('power', 'serial'),
  on('wifi'),
  on('wifi', 'serial'),
  on('code'),
  on('code', 'serial'),
  connecting(),
  connecting('serial'),
  connecting('local'),
  name,
  done,
];
const events: readonly FlowEvent[] = [
  { type: 'camera' },
  { type: 'smartphone' },
  { type: 'link' },
  { type: 'model', model: { modelId, capabilities } },
  { type: 'model', model: { modelId: 'onvif', capabilities: { ...capabilities, qrscan: false } } },
  { type: 'method', method: 'code' },
  { type: 'method', method: 'serial' },
  { type: 'method', method: 'local' },
  { type: 'serial-accepted' },
  { type: 'powered' },
  { type: 'wifi-entered' },
  { type: 'token-given', registrationId: 'reg_1' },
  { type: 'registered', cameraId: 'cam_1' },
  { type: 'named' },
];
const keyOf = (event: FlowEvent): string =>
  [event.type, 'method' in event ? event.method : '', event.type === 'model' ? event.model.modelId : ''].filter(Boolean).join(' ');

/** All transitions; any other event leaves the place unchanged. */
const transitions: readonly (readonly [FlowPlace, string, FlowPlace])[] = [
  [start, 'camera', { step: 'models' }],
  [start, 'smartphone', { step: 'phone' }],
  [start, 'link', { step: 'link' }],
  [{ step: 'models' }, 'model watchpost-camera', methods],
  [{ step: 'models' }, 'model onvif', { step: 'address' }],
  [methods, 'method code', on('power')],
  [methods, 'method serial', serial],
  [methods, 'method local', local],
  [serial, 'serial-accepted', on('power', 'serial')],
  ...(['code', 'serial'] as const).flatMap(
    (method) =>
      [
        [on('power', method), 'powered', on('wifi', method)],
        [on('wifi', method), 'wifi-entered', on('code', method)],
        [on('code', method), 'token-given', connecting(method)],
        [connecting(method), 'registered', name],
      ] as const,
  ),
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

  test('no place but the last is a dead end, and going back leads out from every place', () => {
    for (const place of places) {
      const isLeaf = ['phone', 'link', 'address', 'done'].includes(place.step);
      expect(
        events.some((event) => advance(place, event) !== place),
        place.step,
      ).toBe(!isLeaf);
      let [back, length]: [FlowPlace | null, number] = [place, 0];
      while (back && length < 20) [back, length] = [placeBefore(back), length + 1];
      expect(back, place.step).toBe(null);
    }
  });
});

describe('the address', () => {
  test.each(places.map((place) => [writePlace(place) || '(start)', place] as const))('%s names its place', (_, place) =>
    expect(readPlace(new URLSearchParams(writePlace(place)))).toEqual(place),
  );

  test.each([
    ['?step=nowhere', ''],
    ['?step=power', '?step=models'],
    ['?step=connecting&model=a', '?step=models'],
    ['?step=name', ''],
    ['?step=name&camera=../x', ''],
    ['?step=wifi&model=a&way=other', '?step=wifi&model=a&way=code'],
  ])('%s is taken as %j', (text, place) => expect(writePlace(readPlace(new URLSearchParams(text)))).toBe(place));

  test('any address yields a place that can be written again', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('device', 'phone', 'models', 'ways', 'power', 'wifi', 'code', 'connecting', 'name', 'done', 'serial', 'local', 'a-1'),
    );
    fc.assert(
      fc.property(text, text, text, text, text, (step, model, way, registration, camera) => {
        const place = readPlace(new URLSearchParams({ step, model, way, registration, camera }));
        expect(readPlace(new URLSearchParams(writePlace(place)))).toEqual(place);
      }),
    );
  });
});

describe('after a reload', () => {
  const wifi = { name: 'Northgate-2G', password: 'open sesame' };
  const registration = { registrationToken: 't'.repeat(43), registrationId: 'reg_1', expiresAt: 1 };
  test.each([
    ['without the Wi-Fi, the code step returns to the Wi-Fi step', on('code'), emptyDraft, on('wifi')],
    ['a camera that needs no Wi-Fi keeps the code step', on('code'), { ...emptyDraft, wifi: null }, on('code')],
    ['a known Wi-Fi keeps the code step', on('code'), { ...emptyDraft, wifi }, on('code')],
    ['without the serial number, the code step returns to the serial number step', on('code', 'serial'), { ...emptyDraft, wifi }, serial],
    ['without the serial number, the power step returns to the serial number step', on('power', 'serial'), emptyDraft, serial],
    [
      'a known serial number keeps the Wi-Fi step',
      on('wifi', 'serial'),
      { ...emptyDraft, serial: { number: 'WP-0001', registration } },
      on('wifi', 'serial'),
    ],
    ['connecting continues', connecting('serial'), emptyDraft, connecting('serial')],
    ['the name step continues', name, emptyDraft, name],
  ])('%s', (_, place, draft, expected) => expect(placeWith(place, draft)).toEqual(expected));
});

test('the header shows progress in flows that have a code', () => {
  const shown = (place: FlowPlace) => {
    const track = trackOf(place);
    return track && `${track.parts.join(' ')}: ${track.parts[track.current]}`;
  };
  expect(shown(on('wifi'))).toBe('model power wifi code name: wifi');
  expect(shown(connecting())).toBe('model power wifi code name: code');
  expect(shown(serial)).toBe('model serial power wifi code name: serial');
  for (const place of [start, { step: 'address' }, local, connecting('local'), name, done] as const) expect(shown(place)).toBe(null);
});
