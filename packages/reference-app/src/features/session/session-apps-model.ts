import type { ExternalLinks } from '../../shared/navigation/external-links.ts';

export const appStores = ['appStore', 'googlePlay', 'ruStore'] as const;

/** A store that has the phone apps of this operator. */
export interface AppStoreLink {
  readonly store: (typeof appStores)[number];
  readonly url: string;
}

/** What the page is open on. */
export type AppsSystem = 'ios' | 'android' | 'computer';

/**
 * How Watchpost comes onto a phone. With apps in a store: from there. Without: this page itself is installed,
 * by the browser's own prompt where it offers one, otherwise by hand.
 */
export type AppsWay =
  | { readonly kind: 'stores'; readonly links: readonly AppStoreLink[] }
  | { readonly kind: 'install'; readonly system: AppsSystem }
  | { readonly kind: 'steps'; readonly system: AppsSystem };

export interface AppsSurroundings {
  readonly links: Pick<ExternalLinks, AppStoreLink['store']>;
  /** The browser has offered to install the page. */
  readonly canInstall: boolean;
  readonly userAgent: string;
  /** Fingers that the screen tells apart. */
  readonly touchPoints: number;
}

export function appsWay({ links, canInstall, userAgent, touchPoints }: AppsSurroundings): AppsWay {
  const system = systemOf(userAgent, touchPoints);
  const stores = appStores.flatMap((store): AppStoreLink[] => {
    const url = links[store];
    // Each phone is shown its own stores; a computer shows them all, for the phone beside it.
    const fits = system === 'computer' || (store === 'appStore') === (system === 'ios');
    return url !== null && fits ? [{ store, url }] : [];
  });
  if (stores.length > 0) return { kind: 'stores', links: stores };
  return { kind: canInstall ? 'install' : 'steps', system };
}

/** An iPad calls itself a Macintosh, but no Macintosh has a touch screen. */
function systemOf(userAgent: string, touchPoints: number): AppsSystem {
  if (/iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1)) return 'ios';
  return userAgent.includes('Android') ? 'android' : 'computer';
}

/** Whether a phone beside this computer can open the address: its own names for itself mean the phone there. */
export function isReachable(hostname: string): boolean {
  return hostname !== 'localhost' && !hostname.endsWith('.localhost') && !hostname.startsWith('127.') && hostname !== '[::1]';
}
