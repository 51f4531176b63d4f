import { errorText, WatchpostError } from '@watchpost/sdk-core';
import { currentLocale } from '../../shared/i18n/i18n.ts';

type AddCameraField = 'url' | 'username' | 'password' | 'title';

/** Maps each error code to the field that can resolve it. All connection errors belong to the address. */
const fields: Readonly<Partial<Record<string, AddCameraField>>> = {
  'camera-url-invalid': 'url',
  'camera-url-ambiguous': 'url',
  'camera-address-forbidden': 'url',
  'camera-address-loopback': 'url',
  'camera-host-unknown': 'url',
  'camera-unreachable': 'url',
  'camera-timeout': 'url',
  'camera-not-rtsp': 'url',
  'camera-not-onvif': 'url',
  'camera-stream-not-found': 'url',
  'camera-redirects': 'url',
  'camera-audio-only': 'url',
  'camera-multicast-only': 'url',
  'camera-transport-refused': 'url',
  'camera-codec-unsupported': 'url',
  'camera-no-video': 'url',
  'camera-wrong-password': 'password',
  'camera-login-unsupported': 'url',
};

export interface AddCameraFailure {
  /** null: the failure concerns no field. */
  readonly field: AddCameraField | null;
  readonly text: string;
}

/** Returns the message for a failed attempt, and the field that it belongs to. */
export function addCameraFailure(error: unknown): AddCameraFailure {
  const field = error instanceof WatchpostError ? (fields[error.code] ?? null) : null;
  return { field, text: errorText(error, currentLocale()) };
}
