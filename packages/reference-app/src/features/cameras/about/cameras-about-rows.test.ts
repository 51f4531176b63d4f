import type { CameraAbout } from '@watchpost/sdk-core';
import { expect, test } from 'vitest';
import { withTexts } from '../../../shared/i18n/i18n.ts';
import { aboutRows, aboutText, type AboutField } from './cameras-about-rows.ts';

const { faultTexts } = await withTexts(() => import('./cameras-about-texts.ts'));

const about = {
  name: 'Door',
  model: 'Doorbell 2',
  firmwareVersion: '1.4.0',
  serialNumber: 'ABCD-1',
  appVersion: '3.1',
  deviceId: 'cam-1',
  clockRate: 1.05,
};
/** In the specification's order. A field that the contract gains does not compile here until it has a place. */
const everyField = { ...about, damagedPictures: 12 } satisfies Required<Pick<CameraAbout, AboutField>>;

test('lists every field in the specification’s order; unknown ones have no row', () => {
  expect(aboutRows(everyField, faultTexts).map(({ field }) => field)).toEqual(Object.keys(everyField));
  expect(
    aboutRows({ ...about, firmwareVersion: null, serialNumber: null, appVersion: null, deviceId: null, clockRate: null }, faultTexts),
  ).toEqual([
    { field: 'name', value: 'Door' },
    { field: 'model', value: 'Doorbell 2' },
  ]);
});

test('copies the rows as lines', () => {
  expect(
    aboutText(aboutRows({ ...about, firmwareVersion: null, appVersion: null, deviceId: null }, faultTexts), (field) => field.toUpperCase()),
  ).toBe('NAME: Door\nMODEL: Doorbell 2\nSERIALNUMBER: ABCD-1\nCLOCKRATE: Runs 5 % fast. Recordings follow the server’s clock.');
});

test('reports how far a clock is off', () => {
  expect([1.5, 1.012, 0.5].map(faultTexts.clockRate)).toEqual(
    [50, 1, 50].map((percent, index) => `Runs ${percent} % ${index < 2 ? 'fast' : 'slow'}. Recordings follow the server’s clock.`),
  );
});

test('counts pictures that did not arrive whole', () => {
  const rows = aboutRows(everyField, faultTexts);
  expect(rows.at(-1)).toEqual({
    field: 'damagedPictures',
    value: '12 in the last hour: they didn’t arrive whole. Check the cable or the Wi-Fi of the camera.',
  });
});
