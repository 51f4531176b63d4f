/** Path under which the server is reached, `/cams`, as it writes it into its page; empty at the root of its origin. */
export const basePath: string =
  typeof document === 'undefined' ? '' : (document.querySelector<HTMLMetaElement>('meta[name="watchpost:base"]')?.content ?? '');

/** Adds the server's path to a path of this app, where the router does not: for whole pages, files and workers. */
export const withBasePath = (path: string): string => basePath + path;

/** Removes the server's path from the path of an address. */
export const withoutBasePath = (pathname: string, base: string = basePath): string =>
  base !== '' && `${pathname}/`.startsWith(`${base}/`) ? pathname.slice(base.length) || '/' : pathname;

/** Address of the server: `https://cams.example`, `https://example.org/cams`. */
export const serverAddress = (): string => location.origin + basePath;
