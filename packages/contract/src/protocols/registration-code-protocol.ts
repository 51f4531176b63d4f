/**
 * The registration code: the app shows it as a QR code, and a camera reads it with its lens. It contains the server's address, a
 * single-use token of one account, and the Wi-Fi network to join. The Wi-Fi password is stored nowhere else.
 *
 * `WPC1:T:<token>;S:<server>;N:<Wi-Fi name>;P:<Wi-Fi password>;;` as `WIFI:` codes are written: in values, `\` and `;` are behind a `\`.
 * Unknown fields of later versions are skipped. A code without the final `;;` was read incompletely.
 */
export interface RegistrationCode {
  /** Address of the server, `https://watch.example`, or `https://example.org/cams` under a path. */
  readonly server: string;
  readonly registrationToken: string;
  /** Null if the camera stays in its network. */
  readonly wifi: WifiNetwork | null;
}

export interface WifiNetwork {
  /** 1 to 32 bytes of UTF-8. */
  readonly name: string;
  /** 8 to 63 ASCII characters, or a key of 64 hexadecimal digits; null for an open network. */
  readonly password: string | null;
}

export type RegistrationCodeReading =
  | { readonly kind: 'code'; readonly code: RegistrationCode }
  /** Another QR code that happens to be in the picture. */
  | { readonly kind: 'other' }
  /** A code of a newer version. */
  | { readonly kind: 'newer' }
  /** One of our codes, but truncated or changed. */
  | { readonly kind: 'damaged' };

const version = 1;
/** Maximum length in characters: the modules of such a code can still be resolved from 30 cm. */
const maxLength = 512;
const tokenPattern = /^[\w-]{16,128}$/;

/** Whether a text is a valid Wi-Fi network name. */
export function isWifiName(name: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(name) && name.length > 0 && utf8Length(name) <= 32;
}

/** Whether a text is a valid Wi-Fi password (WPA2 or WPA3 Personal). */
export function isWifiPassword(password: string): boolean {
  return /^[ -~]{8,63}$/.test(password) || /^[\da-f]{64}$/i.test(password);
}

/**
 * Returns the text of the QR code.
 * @throws {TypeError} when a part is invalid
 * @example encodeRegistrationCode({ server: 'https://watch.example', registrationToken, wifi: { name: 'Northgate-2G', password: 'open sesame' } })
 */
export function encodeRegistrationCode({ server, registrationToken, wifi }: RegistrationCode): string {
  const fields: [string, string][] = [
    ['T', registrationToken],
    ['S', server],
  ];
  if (wifi) fields.push(['N', wifi.name]);
  if (wifi && wifi.password !== null) fields.push(['P', wifi.password]);
  const text = `WPC${version}:${fields.map(([key, value]) => `${key}:${value.replaceAll(/[\\;]/g, String.raw`\$&`)};`).join('')};`;
  if (readRegistrationCode(text).kind !== 'code')
    throw new TypeError('A registration code needs a token, the address of a server, and a Wi-Fi network that can be one.');
  return text;
}

/**
 * Parses the text of a QR code. The text is untrusted: every part is bounded and checked.
 * @example const reading = readRegistrationCode(text); if (reading.kind === 'code') await register(reading.code);
 */
export function readRegistrationCode(text: string): RegistrationCodeReading {
  const start = /^WPC(\d{1,4}):/.exec(text);
  if (!start) return { kind: 'other' };
  if (Number(start[1]) !== version) return { kind: 'newer' };
  const fields = text.length > maxLength ? null : readFields(text.slice(start[0].length));
  const code = fields && toCode(fields);
  return code ? { kind: 'code', code } : { kind: 'damaged' };
}

/** Null if the end is missing or a field appears twice. */
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
  if (!tokenPattern.test(registrationToken) || !isServer(server)) return null;
  if (name === undefined) return password === null ? { server, registrationToken, wifi: null } : null;
  if (!isWifiName(name) || (password !== null && !isWifiPassword(password))) return null;
  return { server, registrationToken, wifi: { name, password } };
}

/** An address such as `https://watch.example:8443/cams`, normalized as by `URL`: without credentials, query and a slash at the end. */
function isServer(text: string): boolean {
  return /^https?:\/\/(?:[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?|\[[\da-f:.]{2,45}\])(?::[1-9]\d{0,4})?(?:\/[\w.~-]{1,64}){0,8}$/.test(text);
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
