/**
 * What a camera that registers itself serves in its own network (specification 2, section 7): `GET /` says who it is,
 * `POST /register` takes a registration token, as bearer and in the body.
 */
export const localCameraPort = 7654;

/** Programs before this one know no tokens that are for a single serial number. */
const oldest = [0, 1, 0];

/**
 * Whether a camera has to be updated before it can be added by its serial number; so is one whose version is none.
 * @example needsUpdate('0.0.9') // true
 */
export function needsUpdate(version: string): boolean {
  const parts = version.split(/[.+-]/).slice(0, 3).map(Number);
  if (parts.length < 3 || parts.some((part) => !Number.isInteger(part))) return true;
  const at = parts.findIndex((part, index) => part !== oldest[index]);
  return at >= 0 && (parts[at] ?? 0) < (oldest[at] ?? 0);
}

/**
 * The address of a camera as a person writes it: `192.168.1.20`, `camera.local:8000`, or as a browser shows it. Null when it is none.
 * @example localCameraUrl('192.168.1.20')?.href // 'http://192.168.1.20:7654/'
 */
export function localCameraUrl<Address>(text: string, parse: (url: string) => Address | null): Address | null {
  const trimmed = text.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  // Host and port alone: nothing in front of them, nothing behind but a slash.
  const [, host = '', port = ''] = /^http:\/\/([^\s\\@/?#:]+|\[[\da-f:.]+\])(?::(\d{1,5}))?\/?$/i.exec(whole) ?? [];
  return host === '' || Number(port || localCameraPort) === 0 ? null : parse(`http://${host}:${port || localCameraPort}/`);
}
