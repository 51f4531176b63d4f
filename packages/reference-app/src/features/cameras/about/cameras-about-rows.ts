import type { CameraAbout } from '@watchpost/sdk-core';

export type AboutField = keyof CameraAbout;

export interface AboutRow {
  readonly field: AboutField;
  readonly value: string;
}

/** As the specification lists them. */
const order: readonly AboutField[] = ['name', 'model', 'firmwareVersion', 'serialNumber', 'appVersion', 'deviceId'];

/** What is known; what a camera does not tell, or the server not to this person, has no row. */
export function aboutRows(about: CameraAbout): AboutRow[] {
  return order.flatMap((field) => {
    const value = about[field];
    return value === null ? [] : [{ field, value }];
  });
}

/** For a letter to support: a line each. @param labelOf what a field is called */
export function aboutText(rows: readonly AboutRow[], labelOf: (field: AboutField) => string): string {
  return rows.map(({ field, value }) => `${labelOf(field)}: ${value}`).join('\n');
}
