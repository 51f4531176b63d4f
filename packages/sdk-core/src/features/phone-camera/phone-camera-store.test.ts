import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryStorage } from '../../kernel/memory-ports.ts';
import { readPhoneLink } from './phone-camera-registration.ts';
import { firstSettings, readKept, writeKept } from './phone-camera-store.ts';

const credential = { cameraId: 'cam1', agentToken: 'secret', title: 'Hall' };

test('the registration and settings persist, except for the light', () => {
  const storage = createMemoryStorage();
  writeKept(storage, { credential, settings: { lens: 'front', withSound: false, wifiOnly: true, withTorch: true }, isOn: true });
  expect(readKept(storage)).toEqual({
    credential,
    settings: { lens: 'front', withSound: false, wifiOnly: true, withTorch: false },
    isOn: true,
  });
});
test('forgetting deletes everything, including the credential', () => {
  const storage = createMemoryStorage();
  writeKept(storage, { credential, settings: firstSettings, isOn: true });
  writeKept(storage, { credential: null, settings: firstSettings, isOn: false });
  expect(storage.get('phone-camera')).toBe(null);
});
test('any stored text is read as a complete state', () => {
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
test('a link’s token is the whole fragment or nothing', () => {
  expect(readPhoneLink(`#${'Ab_-'.repeat(8)}`)).toBe('Ab_-'.repeat(8));
  for (const hash of ['', '#', '#short', `#${'a'.repeat(257)}`, `#${'a'.repeat(20)}/..`, `#${'a'.repeat(20)}%00`])
    expect(readPhoneLink(hash), hash).toBe(null);
});
