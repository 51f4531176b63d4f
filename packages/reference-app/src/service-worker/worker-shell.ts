/** The files of this build; the build inserts it as the constant `watchpostShell`. */
export interface Shell {
  /** Id that changes with the build's content. */
  readonly build: string;
  /** Paths of the files whose names contain a hash of their content. */
  readonly assets: readonly string[];
  /** The offline page of each language. */
  readonly offline: Readonly<Record<'en' | 'ru', string>>;
}

/** `page`: network, or the offline page · `asset`: cache, which can never be outdated · `network`: not handled by the worker. */
export type Plan = 'page' | 'asset' | 'network';

/**
 * Returns what the worker does with a request. API requests always go to the network and are never cached.
 * @param server its address, without a slash at the end
 * @param assets their paths on the server
 */
export function planFor(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  server: string,
  assets: ReadonlySet<string>,
): Plan {
  if (method !== 'GET' || !url.startsWith(`${server}/`)) return 'network';
  const pathname = new URL(url).pathname.slice(new URL(`${server}/`).pathname.length - 1);
  if (/^\/(public|embed)(\/|$)/.test(pathname)) return 'network';
  if (mode === 'navigate') return /\.\w{1,8}$/.test(pathname) ? 'network' : 'page';
  return assets.has(pathname) ? 'asset' : 'network';
}

/** All servers of an origin share the browser's caches; each has names of its own, so that none deletes another's. */
const prefixOf = (basePath: string): string => `watchpost${basePath}-build-`;

/** @param basePath the server's path, `/cams`; empty at the root of its origin */
export function cacheName({ build }: Shell, basePath: string): string {
  return prefixOf(basePath) + build;
}

/**
 * Returns the caches to delete when a build activates. The previous build stays, because a tab that still runs it loads its parts
 * from there, including those that the server no longer has.
 * @param names in the order of their creation, as the platform returns them
 */
export function outdatedCaches(names: readonly string[], current: string, basePath: string): string[] {
  const builds = names.filter((name) => name.startsWith(prefixOf(basePath)));
  const others = builds.filter((name) => name !== current);
  return others.slice(0, -1);
}

/** Whether a status comes from a gateway in place of the server. */
export function isUnreachable(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}
