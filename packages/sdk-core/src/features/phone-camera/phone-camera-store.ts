import type { StoragePort } from '../../kernel/ports.ts';
import type { PhoneSettings } from './phone-camera-types.ts';

/** The credential of this browser as a camera. It allows sending video as this camera, and no other access. */
export interface PhoneCredential {
  readonly cameraId: string;
  readonly agentToken: string;
  readonly title: string;
}

/** What is stored between page loads, under `phone-camera`. */
export interface KeptPhone {
  readonly credential: PhoneCredential | null;
  readonly settings: PhoneSettings;
  /** Whether the phone was filming when the page closed: it then continues when the page opens again. */
  readonly isOn: boolean;
}

export const firstSettings: PhoneSettings = { lens: 'rear', withSound: true, wifiOnly: false, withTorch: false };
const key = 'phone-camera';

export function readKept(storage: StoragePort): KeptPhone {
  const kept = parse(storage.get(key));
  const { cameraId, agentToken, title, lens, withSound, wifiOnly, isOn } = kept;
  const isKnown = typeof cameraId === 'string' && typeof agentToken === 'string';
  return {
    credential: isKnown ? { cameraId, agentToken, title: typeof title === 'string' ? title : '' } : null,
    // A light that turns on automatically after a reload would startle people.
    settings: { lens: lens === 'front' ? 'front' : 'rear', withSound: withSound !== false, wifiOnly: wifiOnly === true, withTorch: false },
    isOn: isKnown && isOn === true,
  };
}

export function writeKept(storage: StoragePort, { credential, settings: { lens, withSound, wifiOnly }, isOn }: KeptPhone): void {
  if (credential) storage.set(key, JSON.stringify({ ...credential, lens, withSound, wifiOnly, isOn }));
  else storage.remove(key);
}

function parse(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
