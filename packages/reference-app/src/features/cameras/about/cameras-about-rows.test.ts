import { expect, test } from 'vitest';
import { withTexts } from '../../../shared/i18n/i18n.ts';
import { aboutRows, aboutText } from './cameras-about-rows.ts';

const { clockText } = await withTexts(() => import('./cameras-about-texts.ts'));

const about = {
  name: 'Door',
  model: 'Doorbell 2',
  firmwareVersion: '1.4.0',
  serialNumber: 'ABCD-1',
  appVersion: '3.1',
  deviceId: 'cam-1',
  clockRate: 1.05,
};

test('lists every field in the specification’s order; unknown ones have no row', () => {
  expect(aboutRows(about, clockText).map(({ field }) => field)).toEqual([
    'name',
    'model',
    'firmwareVersion',
    'serialNumber',
    'appVersion',
    'deviceId',
    'clockRate',
  ]);
  expect(
    aboutRows({ ...about, firmwareVersion: null, serialNumber: null, appVersion: null, deviceId: null, clockRate: null }, clockText),
  ).toEqual([
    { field: 'name', value: 'Door' },
    { field: 'model', value: 'Doorbell 2' },
  ]);
});

test('copies the rows as lines', () => {
  expect(
    aboutText(aboutRows({ ...about, firmwareVersion: null, appVersion: null, deviceId: null }, clockText), (field) => field.toUpperCase()),
  ).toBe('NAME: Door\nMODEL: Doorbell 2\nSERIALNUMBER: ABCD-1\nCLOCKRATE: Runs 5 % fast. Recordings follow the server’s clock.');
});

test('reports how far a clock is off', () => {
  expect([1.5, 1.012, 0.5].map(clockText)).toEqual(
    [50, 1, 50].map((percent, index) => `Runs ${percent} % ${index < 2 ? 'fast' : 'slow'}. Recordings follow the server’s clock.`),
  );
});
