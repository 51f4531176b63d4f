import type { SessionAnswer } from '@watchpost/contract/schemas/session';
import type { ClockPort, StoragePort } from '../../kernel/ports.ts';
import { randomUuid } from '../../kernel/random.ts';

/** What is stored between page loads, under `session`. */
export interface StoredSession {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly customerId: string;
  readonly email: string;
  readonly analyticsId: string;
  /** When the tokens arrived, by this device's clock (Unix milliseconds), and their lifetime. */
  readonly receivedAt: number;
  readonly lifetime: number;
}

export interface Device {
  /** UUID; survives sign-outs. */
  readonly id: string;
  /** A secret that can start a new session; none when signed out. */
  readonly token: string | null;
}

export interface SessionStore {
  read(): StoredSession | null;
  write(session: StoredSession): void;
  clear(): void;
  device(): Device;
  saveDevice(device: Device): void;
}

const texts = ['accessToken', 'refreshToken', 'customerId', 'email', 'analyticsId'] as const;

export function createSessionStore(storage: StoragePort): SessionStore {
  return {
    read: () => readStored(storage.get('session')),
    write: (session) => storage.set('session', JSON.stringify(session)),
    clear: () => storage.remove('session'),
    device() {
      const known = parse(storage.get('device'));
      if (typeof known?.['id'] === 'string') return { id: known['id'], token: typeof known['token'] === 'string' ? known['token'] : null };
      const device: Device = { id: randomUuid(), token: null };
      storage.set('device', JSON.stringify(device));
      return device;
    },
    saveDevice: (device) => storage.set('device', JSON.stringify(device)),
  };
}

/** Returns the server's answer in stored form: its expiry counts from its arrival here, whatever the clock shows. */
export function toStored(answer: SessionAnswer, clock: ClockPort): StoredSession {
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    customerId: answer.customer_id,
    email: answer.email,
    analyticsId: answer.analytics_id,
    receivedAt: clock.now(),
    lifetime: answer.expires_in * 1000,
  };
}

/** Anything that `write` didn't write counts as signed out: any script on the origin can change the storage. */
function readStored(text: string | null): StoredSession | null {
  const value = parse(text);
  if (!value || !texts.every((name) => typeof value[name] === 'string')) return null;
  const number = (name: string): number => (typeof value[name] === 'number' ? value[name] : 0);
  const string = (name: (typeof texts)[number]): string => String(value[name]);
  return {
    accessToken: string('accessToken'),
    refreshToken: string('refreshToken'),
    customerId: string('customerId'),
    email: string('email'),
    analyticsId: string('analyticsId'),
    receivedAt: number('receivedAt'),
    lifetime: number('lifetime'),
  };
}

function parse(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
