import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryStorage } from '../../kernel/memory-ports.ts';
import { readPhoneLink } from './phone-camera-registration.ts';
import { firstSettings, readKept, writeKept } from './phone-camera-store.ts';

const credential = { cameraId: 'cam1', agentToken: 'secret', title: 'Hall' };

test('what makes the phone a camera lasts, the light does not', () => {
  const storage = createMemoryStorage();
  writeKept(storage, { credential, settings: { lens: 'front', withSound: false, wifiOnly: true, withTorch: true }, isOn: true });
  expect(readKept(storage)).toEqual({ credential, settings: { lens: 'front', withSound: false, wifiOnly: true, withTorch: false }, isOn: true });
});
test('forgotten is forgotten: nothing of the credential stays', () => {
  const storage = createMemoryStorage();
  writeKept(storage, { credential, settings: firstSettings, isOn: true });
  writeKept(storage, { credential: null, settings: firstSettings, isOn: false });
  expect(storage.get('phone-camera')).toBe(null);
});
test('whatever stands there, it is read as something whole', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const storage = createMemoryStorage();
      storage.set('phone-camera', text);
      const { credential: found, settings, isOn } = readKept(storage);
      expect(['front', 'rear']).toContain(settings.lens);
      if (found === null) expect(isOn).toBe(false);
    }),
  );
});
test('a link’s token is what stands behind the #, whole or not at all', () => {
  expect(readPhoneLink(`#${'Ab_-'.repeat(8)}`)).toBe('Ab_-'.repeat(8));
  for (const hash of ['', '#', '#short', `#${'a'.repeat(257)}`, `#${'a'.repeat(20)}/..`, `#${'a'.repeat(20)}%00`]) expect(readPhoneLink(hash), hash).toBe(null);
});
