import { errorText, WatchpostError, type ErrorCode } from '@watchpost/sdk-core';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { text } from './add-camera-code-texts.ts';

/** The message for a failed registration (specification 2, section 8): what happened, and what helps. */
export interface RegistrationFailure {
  readonly title: string;
  readonly text: string;
}

const cannotConnect: readonly string[] = [
  'camera-unreachable',
  'camera-timeout',
  'camera-host-unknown',
  'camera-not-watchpost',
  'camera-address-forbidden',
  'camera-address-loopback',
  'network',
];

export function registrationFailure(error: unknown): RegistrationFailure {
  const { code, details } = error instanceof WatchpostError ? error : { code: null, details: undefined };
  const explained = errorText(error, currentLocale());
  if (code === 'camera-connected') return { title: text('failOther'), text: text('failOtherText') };
  if (code === 'camera-firmware-old') return { title: text('failFirmware'), text: text('failFirmwareText') };
  if (code === 'camera-refused')
    return { title: text('failCode', { code: JSON.stringify(details?.['httpCode'] ?? null) }), text: explained };
  if (code === 'camera-limit-reached') return { title: text('failLimit'), text: explained };
  if (code !== null && cannotConnect.includes(code)) return { title: text('failCant'), text: explained };
  return { title: text('failUnknown'), text: explained };
}

/** Returns the message for the code with which the server refused the camera. */
export function refusalFailure(code: ErrorCode): RegistrationFailure {
  return registrationFailure(new WatchpostError(code));
}

/** Returns the message for two minutes without contact. */
export const timeFailure = (): RegistrationFailure => ({ title: text('failCant'), text: text('failTimeText') });
export const expiredFailure = (): RegistrationFailure => ({ title: text('failCant'), text: text('failExpiredText') });
