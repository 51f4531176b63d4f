import { errorText, WatchpostError } from '@watchpost/sdk-core';
import { currentLocale } from '../../shared/i18n/i18n.ts';

export type AddCameraField = 'url' | 'username' | 'password' | 'title';

/** Where each reason belongs: under the field whose change would help. Everything about reaching the camera is the address. */
const fields: Readonly<Partial<Record<string, AddCameraField>>> = {
  'camera-url-invalid': 'url',
  'camera-address-forbidden': 'url',
  'camera-host-unknown': 'url',
  'camera-unreachable': 'url',
  'camera-timeout': 'url',
  'camera-not-rtsp': 'url',
  'camera-not-onvif': 'url',
  'camera-stream-not-found': 'url',
  'camera-codec-unsupported': 'url',
  'camera-no-video': 'url',
  'camera-wrong-password': 'password',
};

export interface AddCameraFailure {
  /** null: not about a field. */
  readonly field: AddCameraField | null;
  readonly text: string;
}

/** What a failed attempt says, and under which field. */
export function addCameraFailure(error: unknown): AddCameraFailure {
  const field = error instanceof WatchpostError ? (fields[error.code] ?? null) : null;
  return { field, text: errorText(error, currentLocale()) };
}
