import { expect, test } from 'vitest';
import { expiryChoiceOf, readAddresses, readCameras, readExpiry, readOrigins } from './developers-fields.ts';

const today = { now: Date.UTC(2026, 10, 23, 12), timeZone: 'Europe/Moscow' };

test('sites are read as browsers send them, each once; what is no site is named', () => {
  expect(readOrigins('https://Shop.example/cams?x=1\nshop.example, http://localhost:5173')).toEqual({
    value: ['https://shop.example', 'http://localhost:5173'],
  });
  expect(readOrigins('  ')).toEqual({ value: [] });
  expect(readOrigins('магазин.рф')).toEqual({ value: ['https://xn--80aairftm.xn--p1ai'] });
  for (const line of ['ftp://shop.example', 'shop', '*.shop.example', 'https://'])
    expect(readOrigins(`https://good.example\n${line}`)).toEqual({ problem: { kind: 'origin', line } });
});

test('network addresses are IPv4 or IPv6, single or a range', () => {
  const good = ['203.0.113.4', '203.0.113.0/28', '2001:db8::1', '2001:db8::/32'];
  expect(readAddresses(good.join('\n'))).toEqual({ value: good });
  for (const line of ['203.0.113', '203.0.113.256', '203.0.113.0/33', '1.2.3.4/5/6', '2001:db8::/129', 'shop.example', ':'])
    expect(readAddresses(line)).toEqual({ problem: { kind: 'address', line } });
});

test('an end is the end of a day in the reader’s zone, and comes back as that day', () => {
  expect(readExpiry({ expiry: 'never', lastDay: '' }, today)).toEqual({ value: null });
  const end = Date.UTC(2026, 11, 23, 21) - 1;
  expect(readExpiry({ expiry: '30', lastDay: '' }, today)).toEqual({ value: end });
  expect(expiryChoiceOf(end, today.timeZone)).toEqual({ expiry: 'on', lastDay: '2026-12-23' });
  expect(readExpiry({ expiry: 'on', lastDay: '2026-12-23' }, today)).toEqual({ value: end });
  expect(readExpiry({ expiry: 'on', lastDay: '2026-11-23' }, today)).toEqual({ value: Date.UTC(2026, 10, 23, 21) - 1 });
  expect(readExpiry({ expiry: 'on', lastDay: '2026-11-22' }, today)).toEqual({ problem: { kind: 'past' } });
  expect(readExpiry({ expiry: 'on', lastDay: 'soon' }, today)).toEqual({ problem: { kind: 'day' } });
});

test('no camera is not all cameras', () => {
  expect(readCameras({ hasAll: true, cameraIds: [] })).toEqual({ value: null });
  expect(readCameras({ hasAll: false, cameraIds: [] })).toEqual({ problem: { kind: 'cameras' } });
  expect(readCameras({ hasAll: false, cameraIds: ['a'] })).toEqual({ value: ['a'] });
});
