/**
 * The HTTP interface of a camera that registers itself, in its own network (specification 2, section 7): `GET /` identifies it,
 * `POST /register` accepts a registration token, as bearer token and in the body.
 */
export const localCameraPort = 7654;

/** Earlier versions don't support tokens for a single serial number. */
const oldest = [0, 1, 0];

/**
 * Whether a camera must be updated before it can be added by serial number. An invalid version must be.
 * @example needsUpdate('0.0.9') // true
 */
export function needsUpdate(version: string): boolean {
  const parts = version.split(/[.+-]/).slice(0, 3).map(Number);
  if (parts.length < 3 || parts.some((part) => !Number.isInteger(part))) return true;
  const at = parts.findIndex((part, index) => part !== oldest[index]);
  return at >= 0 && (parts[at] ?? 0) < (oldest[at] ?? 0);
}

/**
 * Parses a camera's address as users type it: `192.168.1.20`, `camera.local:8000`, or a URL. Null if it is invalid.
 * @example localCameraUrl('192.168.1.20')?.href // 'http://192.168.1.20:7654/'
 */
export function localCameraUrl<Address>(text: string, parse: (url: string) => Address | null): Address | null {
  const trimmed = text.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  // Only host and port, optionally with a trailing slash.
  const [, host = '', port = ''] = /^http:\/\/([^\s\\@/?#:]+|\[[\da-f:.]+\])(?::(\d{1,5}))?\/?$/i.exec(whole) ?? [];
  return host === '' || Number(port || localCameraPort) === 0 ? null : parse(`http://${host}:${port || localCameraPort}/`);
}
