import { errorText, type ClockPort } from '@watchpost/sdk-core';
import type { Camera, Client } from '@watchpost/sdk-core';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { paths } from '../../shared/navigation/paths.ts';

/** State of a link for a phone, as the owner's page sees it. */
export type PhoneLink =
  | { readonly kind: 'making' }
  | { readonly kind: 'failed'; readonly text: string }
  /** `expiresAt`: Unix milliseconds. */
  | { readonly kind: 'shown'; readonly url: string; readonly expiresAt: number }
  | { readonly kind: 'expired' }
  /** The phone has opened the link; its picture has not arrived yet. */
  | { readonly kind: 'connecting'; readonly cameraId: string; readonly since: number }
  /** The camera has a live picture. */
  | { readonly kind: 'live'; readonly camera: Camera };

interface Attempt {
  readonly client: {
    readonly addCamera: Pick<Client['addCamera'], 'createRegistration' | 'registration'>;
    readonly cameras: Pick<Client['cameras'], 'get'>;
    readonly serverNow: Client['serverNow'];
  };
  readonly clock: Pick<ClockPort, 'after'>;
  /** Origin of this page, `https://cameras.example`. */
  readonly origin: string;
  readonly signal: AbortSignal;
  readonly onChange: (link: PhoneLink) => void;
}

/** Polling interval, ms. */
const pollIntervalMs = 500;

/** Returns the link. The token is in the fragment, which browsers never send, so that no log contains it. */
export function phoneLinkUrl(origin: string, registrationToken: string): string {
  return `${origin}${paths.phoneCamera}#${registrationToken}`;
}

/** Creates a link and follows it until the phone's picture has arrived or the link has expired. Never throws. */
export async function followPhoneLink({ client, clock, origin, signal, onChange }: Attempt): Promise<void> {
  const report = (link: PhoneLink): void => {
    if (!signal.aborted) onChange(link);
  };
  const pause = (): Promise<void> => new Promise((resolve) => void clock.after(pollIntervalMs, resolve));
  report({ kind: 'making' });
  try {
    const { registrationToken, registrationId, expiresAt } = await client.addCamera.createRegistration({ signal });
    report({ kind: 'shown', url: phoneLinkUrl(origin, registrationToken), expiresAt });
    const cameraId = await registeredBy(registrationId);
    if (cameraId === null) return report({ kind: 'expired' });
    report({ kind: 'connecting', cameraId, since: client.serverNow() });
    const camera = await online(cameraId);
    if (camera) report({ kind: 'live', camera });
  } catch (error) {
    report({ kind: 'failed', text: errorText(error, currentLocale()) });
  }

  /** Returns the registered camera's id; null when the link expired unused. */
  async function registeredBy(registrationId: string): Promise<string | null> {
    while (!signal.aborted) {
      await pause();
      // A failed poll changes nothing; the next one follows.
      const found = await client.addCamera.registration(registrationId, { signal }).catch(() => null);
      if (found?.cameraId) return found.cameraId;
      if (found?.state === 'expired') return null;
    }
    return null;
  }

  async function online(cameraId: string): Promise<Camera | null> {
    while (!signal.aborted) {
      const camera = await client.cameras.get(cameraId, { signal }).catch(() => null);
      if (camera?.state === 'online') return camera;
      await pause();
    }
    return null;
  }
}

/** Returns why phones cannot use a link from this page's address. */
export function linkProblem({ hostname, protocol }: Pick<Location, 'hostname' | 'protocol'>): 'loopback' | 'insecure' | null {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname))
    return 'loopback';
  return protocol === 'https:' ? null : 'insecure';
}
