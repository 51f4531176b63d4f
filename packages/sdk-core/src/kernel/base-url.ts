/**
 * Normalizes the server's URL: removes a trailing slash. Empty means the page's own origin.
 * @throws {TypeError} without both a page (Node, a test) and a URL, or if it is not an http(s) URL
 */
export function resolveBaseUrl(baseUrl: string): string {
  const page = typeof location === 'undefined' ? null : location.href;
  if (baseUrl === '' && page === null)
    throw new TypeError(
      'There is no page here to take the server from. Pass its address: createClient({ baseUrl: "https://cameras.example" }).',
    );
  const url = new URL(baseUrl, page ?? undefined);
  if (!/^https?:$/.test(url.protocol)) throw new TypeError(`The server's address must start with http:// or https://, not ${url.protocol}`);
  let end = url.pathname.length;
  while (url.pathname[end - 1] === '/') end -= 1;
  return baseUrl === '' ? url.origin : url.origin + url.pathname.slice(0, end);
}

/** Whether a URL is on the server: only such requests may carry the bearer token. */
export function isOnServer(url: string, baseUrl: string): boolean {
  return url.startsWith(`${baseUrl}/`);
}
