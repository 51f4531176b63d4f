import type { ExternalLinks } from '../../shared/navigation/external-links.ts';

const appStores = ['appStore', 'googlePlay', 'ruStore'] as const;

/** A store with the operator's phone apps. */
export interface AppStoreLink {
  readonly store: (typeof appStores)[number];
  readonly url: string;
}

/** The device that the page is open on. */
type AppsSystem = 'ios' | 'android' | 'computer';

/**
 * How to install Watchpost on a phone: from a store with the operator's apps, or else by installing this page,
 * through the browser's prompt if it offers one, otherwise manually.
 */
export type InstallMethod =
  | { readonly kind: 'stores'; readonly links: readonly AppStoreLink[] }
  | { readonly kind: 'install'; readonly system: AppsSystem }
  | { readonly kind: 'steps'; readonly system: AppsSystem };

export interface AppsSurroundings {
  readonly links: Pick<ExternalLinks, AppStoreLink['store']>;
  /** The browser offers to install the page. */
  readonly canInstall: boolean;
  readonly userAgent: string;
  /** Number of simultaneous touches that the screen supports. */
  readonly touchPoints: number;
}

export function installMethod({ links, canInstall, userAgent, touchPoints }: AppsSurroundings): InstallMethod {
  const system = systemOf(userAgent, touchPoints);
  const stores = appStores.flatMap((store): AppStoreLink[] => {
    const url = links[store];
    // A phone is shown its own stores; a computer shows all, for the phone beside it.
    const fits = system === 'computer' || (store === 'appStore') === (system === 'ios');
    return url !== null && fits ? [{ store, url }] : [];
  });
  if (stores.length > 0) return { kind: 'stores', links: stores };
  return { kind: canInstall ? 'install' : 'steps', system };
}

/** Returns the system. An iPad reports itself as a Macintosh, but no Macintosh has a touch screen. */
function systemOf(userAgent: string, touchPoints: number): AppsSystem {
  if (/iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1)) return 'ios';
  return userAgent.includes('Android') ? 'android' : 'computer';
}

/** Whether a phone can open an address on this host; on the phone, loopback names mean the phone itself. */
export function isReachable(hostname: string): boolean {
  return hostname !== 'localhost' && !hostname.endsWith('.localhost') && !hostname.startsWith('127.') && hostname !== '[::1]';
}
