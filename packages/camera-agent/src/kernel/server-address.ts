/**
 * Returns a server's address without a slash at its end, with the path that it may be under: `https://example.org/cams`.
 * @throws {TypeError} for anything that is no address
 */
export function toServerAddress(text: string): string {
  const { origin, pathname } = new URL(text);
  return origin + pathname.replace(/\/$/, '');
}

/** Returns the address of a path on a server. */
export function onServer(serverUrl: string, path: string): URL {
  return new URL(toServerAddress(serverUrl) + path);
}
