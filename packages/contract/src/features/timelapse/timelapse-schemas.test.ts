import { expect, test } from 'vitest';
import { timelapseByDefault, updateTimelapseSettingsBody } from './timelapse-schemas.ts';

const isAccepted = (body: unknown): boolean => updateTimelapseSettingsBody.safeParse(body).success;

test('the default settings can be sent, as a whole and each alone', () => {
  expect(isAccepted(timelapseByDefault)).toBe(true);
  for (const [name, value] of Object.entries(timelapseByDefault)) expect(isAccepted({ [name]: value })).toBe(true);
});

test.each([
  {},
  { lengthSeconds: 29 },
  { lengthSeconds: 121 },
  { lengthSeconds: 60.5 },
  { channels: ['push', 'push'] },
  { channels: ['pigeon'] },
  { hours: { kind: 'fixed', from: '06:00', to: '06:00' } },
  { hours: { kind: 'fixed', from: '24:00', to: '06:00' } },
  { hours: { kind: 'fixed', from: '6:00', to: '21:00' } },
  { hours: { kind: 'fixed', from: '06:60', to: '21:00' } },
  { hours: { kind: 'fixed', from: '06:00', to: '24:30' } },
  { hours: { kind: 'fixed', from: '06:00' } },
  { hours: { kind: 'fixed', from: '06:00', to: '21:00', latitude: 1 } },
  { hours: { kind: 'daylight', latitude: 90.1, longitude: 0 } },
  { hours: { kind: 'daylight', latitude: 0, longitude: -181 } },
  { isAvailable: true },
])('%j is refused', (body) => expect(isAccepted(body)).toBe(false));

test.each([
  { lengthSeconds: 30 },
  { lengthSeconds: 120 },
  { channels: [] },
  { hours: { kind: 'fixed', from: '22:00', to: '06:00' } },
  { hours: { kind: 'fixed', from: '00:00', to: '24:00' } },
  { hours: { kind: 'daylight', latitude: 69.65, longitude: 18.96 } },
])('%j is accepted', (body) => expect(isAccepted(body)).toBe(true));
