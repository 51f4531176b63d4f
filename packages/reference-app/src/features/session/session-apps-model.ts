/** A store that has the phone apps of this operator. */
export interface AppStoreLink {
  readonly store: 'app-store' | 'google-play' | 'rustore';
  readonly url: string;
}

export type AppsSystem = 'ios' | 'android' | 'computer';

/**
 * How Watchpost comes onto a phone. With apps in a store: from there. Without: this page itself is installed,
 * by the browser's own prompt where it offers one, otherwise by hand.
 */
export type AppsWay =
  | { readonly kind: 'stores'; readonly links: readonly AppStoreLink[] }
  | { readonly kind: 'install' }
  | { readonly kind: 'steps'; readonly system: AppsSystem };

export interface AppsSurroundings {
  readonly stores: readonly AppStoreLink[];
  /** The browser has offered to install the page. */
  readonly canInstall: boolean;
  readonly userAgent: string;
  /** Fingers that the screen tells apart. */
  readonly touchPoints: number;
}

export function appsWay({ stores, canInstall, userAgent, touchPoints }: AppsSurroundings): AppsWay {
  const system = systemOf(userAgent, touchPoints);
  // Each phone is shown its own store; a computer shows them all, for the phone beside it.
  const links = stores.filter(({ store }) => system === 'computer' || (store === 'app-store') === (system === 'ios'));
  if (links.length > 0) return { kind: 'stores', links };
  return canInstall ? { kind: 'install' } : { kind: 'steps', system };
}

/** An iPad calls itself a Macintosh, but no Macintosh has a touch screen. */
function systemOf(userAgent: string, touchPoints: number): AppsSystem {
  if (/iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1)) return 'ios';
  return userAgent.includes('Android') ? 'android' : 'computer';
}
