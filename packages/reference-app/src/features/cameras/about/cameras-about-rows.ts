import type { CameraAbout } from '@watchpost/sdk-core';

export type AboutField = Exclude<keyof CameraAbout, 'unplayedSound'>;

export interface AboutRow {
  readonly field: AboutField;
  readonly value: string;
}

/** In the specification's order. */
const order: readonly AboutField[] = ['name', 'model', 'firmwareVersion', 'serialNumber', 'appVersion', 'deviceId', 'clockRate'];

/** Returns rows for the known fields; fields that the camera or the server withholds have none. @param clockText describes a clock that is off */
export function aboutRows(about: CameraAbout, clockText: (rate: number) => string): AboutRow[] {
  return order.flatMap((field) => {
    const value = about[field];
    return value === null ? [] : [{ field, value: typeof value === 'number' ? clockText(value) : value }];
  });
}

/** Formats the rows as lines for an e-mail message to support. @param labelOf returns a field's label */
export function aboutText(rows: readonly AboutRow[], labelOf: (field: AboutField) => string): string {
  return rows.map(({ field, value }) => `${labelOf(field)}: ${value}`).join('\n');
}
