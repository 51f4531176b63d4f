/**
 * The server's address without a trailing slash. Empty means the page's own origin.
 * @throws {TypeError} when there is no page (Node, a test) and no address was given, or it is not an http(s) address
 */
export function resolveBaseUrl(baseUrl: string): string {
  const page = typeof location === 'undefined' ? null : location.href;
  if (baseUrl === '' && page === null) throw new TypeError('There is no page here to take the server from. Pass its address: createClient({ baseUrl: "https://cameras.example" }).');
  const url = new URL(baseUrl, page ?? undefined);
  if (!/^https?:$/.test(url.protocol)) throw new TypeError(`The server's address must start with http:// or https://, not ${url.protocol}`);
  return baseUrl === '' ? url.origin : (url.origin + url.pathname).replace(/\/+$/, '');
}

/** Whether a URL is on the server: only then may it get the bearer token. */
export function isOnServer(url: string, baseUrl: string): boolean {
  return url.startsWith(`${baseUrl}/`);
}
