/**
 * The registration code: what the app shows as a QR code and a camera reads with its own lens. It names the server, carries the
 * single-use token of one account, and the Wi-Fi that the camera is to join. The Wi-Fi's password is nowhere but in this picture.
 *
 * `WPC1:T:<token>;S:<origin>;N:<Wi-Fi name>;P:<Wi-Fi password>;;` as `WIFI:` codes are written: in values, `\` and `;` are behind a `\`.
 * What a later page adds is skipped; a code without its two last characters was read in part.
 */
export interface RegistrationCode {
  /** Origin of the server, `https://watch.example`. */
  readonly server: string;
  readonly registrationToken: string;
  /** Null: the camera stays in the network it has. */
  readonly wifi: WifiNetwork | null;
}

export interface WifiNetwork {
  /** 1 to 32 bytes of UTF-8. */
  readonly name: string;
  /** 8 to 63 characters of ASCII, or 64 digits of a key; null: the network is open. */
  readonly password: string | null;
}

export type RegistrationCodeReading =
  | { readonly kind: 'code'; readonly code: RegistrationCode }
  /** Some other code that happens to be in the picture. */
  | { readonly kind: 'other' }
  /** Of a newer version than this program knows. */
  | { readonly kind: 'newer' }
  /** Ours, but cut off or changed. */
  | { readonly kind: 'damaged' };

const version = 1;
/** Characters; a code of this length still has modules that a lens tells apart from 30 cm. */
const longest = 512;
const tokenPattern = /^[\w-]{16,128}$/;

/** Whether a Wi-Fi network can be called so. */
export function isWifiName(name: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(name) && name.length > 0 && utf8Length(name) <= 32;
}

/** Whether it can be the password of a Wi-Fi network (WPA2 and WPA3 with a password that all share). */
export function isWifiPassword(password: string): boolean {
  return /^[ -~]{8,63}$/.test(password) || /^[\da-f]{64}$/i.test(password);
}

/**
 * The text of the QR code.
 * @throws {TypeError} when a part is not what it has to be
 * @example encodeRegistrationCode({ server: 'https://watch.example', registrationToken, wifi: { name: 'Northgate-2G', password: 'open sesame' } })
 */
export function encodeRegistrationCode({ server, registrationToken, wifi }: RegistrationCode): string {
  const fields: [string, string][] = [['T', registrationToken], ['S', server]];
  if (wifi) fields.push(['N', wifi.name]);
  if (wifi && wifi.password !== null) fields.push(['P', wifi.password]);
  const text = `WPC${version}:${fields.map(([key, value]) => `${key}:${value.replaceAll(/[\\;]/g, String.raw`\$&`)};`).join('')};`;
  if (readRegistrationCode(text).kind !== 'code') throw new TypeError('A registration code needs a token, the origin of a server, and a Wi-Fi network that can be one.');
  return text;
}

/**
 * Reads what was in a QR code. Nothing in it is believed: every part is bounded and checked.
 * @example const reading = readRegistrationCode(text); if (reading.kind === 'code') await register(reading.code);
 */
export function readRegistrationCode(text: string): RegistrationCodeReading {
  const start = /^WPC(\d{1,4}):/.exec(text);
  if (!start) return { kind: 'other' };
  if (Number(start[1]) !== version) return { kind: 'newer' };
  const fields = text.length > longest ? null : readFields(text.slice(start[0].length));
  const code = fields && toCode(fields);
  return code ? { kind: 'code', code } : { kind: 'damaged' };
}

/** Null when it does not end as it has to, or names something twice. */
function readFields(text: string): Map<string, string> | null {
  if (!/^(?:[A-Z]:(?:[^\\;]|\\[\\;])*;)+;$/u.test(text)) return null;
  const fields = new Map<string, string>();
  for (const [, key = '', value = ''] of text.slice(0, -1).matchAll(/([A-Z]):((?:[^\\;]|\\[\\;])*);/gu)) {
    if (fields.has(key)) return null;
    fields.set(key, value.replaceAll(/\\([\\;])/g, '$1'));
  }
  return fields;
}

function toCode(fields: ReadonlyMap<string, string>): RegistrationCode | null {
  const [registrationToken = '', server = '', name, password = null] = ['T', 'S', 'N', 'P'].map((key) => fields.get(key));
  if (!tokenPattern.test(registrationToken) || !isOrigin(server)) return null;
  if (name === undefined) return password === null ? { server, registrationToken, wifi: null } : null;
  if (!isWifiName(name) || (password !== null && !isWifiPassword(password))) return null;
  return { server, registrationToken, wifi: { name, password } };
}

/** `https://watch.example:8443`, nothing behind it and nobody's name in it; written out, as `URL` itself would write it. */
function isOrigin(text: string): boolean {
  return /^https?:\/\/(?:[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?|\[[\da-f:.]{2,45}\])(?::[1-9]\d{0,4})?$/.test(text);
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
