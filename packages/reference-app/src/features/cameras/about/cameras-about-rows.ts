import type { CameraAbout } from '@watchpost/sdk-core';

export type AboutField = Exclude<keyof CameraAbout, 'unplayedSound'>;

export interface AboutRow {
  readonly field: AboutField;
  readonly value: string;
}

/** In the specification's order. */
const order: readonly AboutField[] = [
  'name',
  'model',
  'firmwareVersion',
  'serialNumber',
  'appVersion',
  'deviceId',
  'clockRate',
  'damagedPictures',
];

/** Describes what is wrong, from its number. */
export type FaultTexts = Readonly<Record<'clockRate' | 'damagedPictures', (value: number) => string>>;

/** Returns rows for the known fields; fields that the camera or the server withholds have none. */
export function aboutRows(about: CameraAbout, faultTexts: FaultTexts): AboutRow[] {
  return order.flatMap((field): AboutRow[] => {
    const value = about[field];
    if (value === null || value === undefined) return [];
    if (field === 'clockRate' || field === 'damagedPictures') return [{ field, value: faultTexts[field](Number(value)) }];
    return [{ field, value: String(value) }];
  });
}

/** Formats the rows as lines for an e-mail message to support. @param labelOf returns a field's label */
export function aboutText(rows: readonly AboutRow[], labelOf: (field: AboutField) => string): string {
  return rows.map(({ field, value }) => `${labelOf(field)}: ${value}`).join('\n');
}
