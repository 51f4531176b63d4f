import { expect, test } from 'vitest';
import { aboutRows, aboutText } from './cameras-about-rows.ts';

const about = { name: 'Door', model: 'Doorbell 2', firmwareVersion: '1.4.0', serialNumber: 'ABCD-1', appVersion: '3.1', deviceId: 'cam-1' };

test('every field in the order of the specification; what is not known has no row', () => {
  expect(aboutRows(about).map(({ field }) => field)).toEqual(['name', 'model', 'firmwareVersion', 'serialNumber', 'appVersion', 'deviceId']);
  expect(aboutRows({ ...about, firmwareVersion: null, serialNumber: null, appVersion: null, deviceId: null })).toEqual([{ field: 'name', value: 'Door' }, { field: 'model', value: 'Doorbell 2' }]);
});

test('copied as lines', () => {
  expect(aboutText(aboutRows({ ...about, firmwareVersion: null, appVersion: null, deviceId: null }), (field) => field.toUpperCase())).toBe('NAME: Door\nMODEL: Doorbell 2\nSERIALNUMBER: ABCD-1');
});
