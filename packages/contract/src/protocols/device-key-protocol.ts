/**
 * A camera's own key pair (Ed25519). The serial number derives from the public key, and a camera registers by signing the token with
 * the private key, which never leaves it: knowing a serial number doesn't suffice to impersonate the camera.
 */

/** Crockford's alphabet: without I, L, O and U, which are easily confused. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const digits = 16;

/** 80 bits of the fingerprint: generating a key for a given serial number is infeasible. */
export const deviceSerialPattern: RegExp = /^WP-[0-9A-HJKMNP-TV-Z]{16}$/;

/**
 * Returns a camera's serial number.
 * @param fingerprint SHA-256 of the raw public key
 * @example serialNumberOf(new Uint8Array(32)) // 'WP-0000000000000000'
 */
export function serialNumberOf(fingerprint: Uint8Array): string {
  let text = '';
  let [bits, count] = [0, 0];
  for (const byte of fingerprint) {
    [bits, count] = [(bits << 8) | byte, count + 8];
    for (; count >= 5 && text.length < digits; count -= 5) text += alphabet[(bits >> (count - 5)) & 31];
    bits &= 31;
  }
  return `WP-${text}`;
}

/** Returns the text that a camera signs to register. The token is valid for one account and one use, and so is the signature. */
export function registrationStatement(serialNumber: string, registrationToken: string): string {
  return `watchpost registration\n${serialNumber}\n${registrationToken}`;
}
