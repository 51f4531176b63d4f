import { errorText } from '@watchpost/sdk-core';
import type { Camera, Client } from '@watchpost/sdk-core';
import type { Clock } from '../../shared/browser/clock.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { paths } from '../../shared/navigation/paths.ts';

/** From a link to a camera, as the owner's page sees it. */
export type PhoneLink =
  | { readonly kind: 'making' }
  | { readonly kind: 'failed'; readonly text: string }
  /** `expiresAt`: Unix milliseconds. */
  | { readonly kind: 'shown'; readonly url: string; readonly expiresAt: number }
  | { readonly kind: 'expired' }
  /** The phone has opened it; its picture is on its way. */
  | { readonly kind: 'connecting'; readonly cameraId: string; readonly since: number }
  /** `camera`: with a picture that moves. */
  | { readonly kind: 'live'; readonly camera: Camera };

interface Attempt {
  readonly client: { readonly addCamera: Pick<Client['addCamera'], 'createRegistration' | 'registration'>; readonly cameras: Pick<Client['cameras'], 'get'> };
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** Of this page, `https://cameras.example`. */
  readonly origin: string;
  readonly signal: AbortSignal;
  readonly onChange: (link: PhoneLink) => void;
}

/** ms */
const lookEvery = 500;

/** The token is behind `#`: browsers send that part nowhere, so that it stands in no log. */
export function phoneLinkUrl(origin: string, registrationToken: string): string {
  return `${origin}${paths.phoneCamera}#${registrationToken}`;
}

/** Makes a link and follows it until the phone's picture is there, or the link's time is over. Never throws. */
export async function followPhoneLink({ client, clock, origin, signal, onChange }: Attempt): Promise<void> {
  const tell = (link: PhoneLink): void => {
    if (!signal.aborted) onChange(link);
  };
  const pause = (): Promise<void> => new Promise((resolve) => void clock.after(lookEvery, resolve));
  tell({ kind: 'making' });
  try {
    const { registrationToken, registrationId, expiresAt } = await client.addCamera.createRegistration({ signal });
    tell({ kind: 'shown', url: phoneLinkUrl(origin, registrationToken), expiresAt });
    const cameraId = await registeredBy(registrationId);
    if (cameraId === null) return tell({ kind: 'expired' });
    tell({ kind: 'connecting', cameraId, since: clock.now() });
    const camera = await online(cameraId);
    if (camera) tell({ kind: 'live', camera });
  } catch (error) {
    tell({ kind: 'failed', text: errorText(error, currentLocale()) });
  }

  /** Null: nobody came in time. */
  async function registeredBy(registrationId: string): Promise<string | null> {
    while (!signal.aborted) {
      await pause();
      // A look that fails is no news; the next one tells.
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

/** What of this page's own address keeps a phone from using the link. */
export function linkProblem({ hostname, protocol }: Pick<Location, 'hostname' | 'protocol'>): 'loopback' | 'insecure' | null {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)) return 'loopback';
  return protocol === 'https:' ? null : 'insecure';
}
