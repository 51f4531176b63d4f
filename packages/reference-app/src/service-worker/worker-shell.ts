/** What this build consists of; the build writes it in place of the constant `watchpostShell`. */
export interface Shell {
  /** Changes with every build that differs. */
  readonly build: string;
  /** Paths of the files whose names carry a hash of their content. */
  readonly assets: readonly string[];
  /** The offline page of each language. */
  readonly offline: Readonly<Record<'en' | 'ru', string>>;
}

/** `page`: network, or the offline page · `asset`: from the cache, it can never be stale · `network`: none of the worker's business. */
export type Plan = 'page' | 'asset' | 'network';

/** What the worker does with a request. Everything of the API goes straight to the network: nothing of it is ever kept. */
export function planFor({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>, origin: string, assets: ReadonlySet<string>): Plan {
  const { origin: asked, pathname } = new URL(url);
  if (method !== 'GET' || asked !== origin || /^\/(public|embed)(\/|$)/.test(pathname)) return 'network';
  if (mode === 'navigate') return /\.\w{1,8}$/.test(pathname) ? 'network' : 'page';
  return assets.has(pathname) ? 'asset' : 'network';
}

const prefix = 'watchpost-build-';

export function cacheName({ build }: Shell): string {
  return prefix + build;
}

/**
 * Caches that may go when a build takes over. The build before it stays: a tab that still runs it loads its parts from there,
 * also those that the server no longer has.
 * @param names in the order of their creation, as the platform gives them
 */
export function outdatedCaches(names: readonly string[], current: string): string[] {
  const builds = names.filter((name) => name.startsWith(prefix));
  const others = builds.filter((name) => name !== current);
  return others.slice(0, -1);
}

/** A gateway answers in place of the server: that is no page of ours. */
export function isUnreachable(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}
