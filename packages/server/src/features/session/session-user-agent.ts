import Bowser from 'bowser';

/** The names by which a user recognizes a device. */
export interface DeviceDescription {
  /** "Firefox"; null when unknown. */
  readonly browser: string | null;
  /** "Windows"; null when unknown. */
  readonly system: string | null;
}

/** Real headers are shorter; the rest of a longer one is ignored. */
const maximumLength = 512;

/**
 * Parses a User-Agent header: a hint for users, never a reason to allow anything.
 * @example describeUserAgent('Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0') // { browser: 'Firefox', system:
 * 'Linux' }
 */
export function describeUserAgent(userAgent: string | undefined): DeviceDescription {
  if (userAgent === undefined || userAgent === '') return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent.slice(0, maximumLength));
  return { browser: nameOf(browser.name), system: nameOf(os.name) };
}

/** Returns the name of an unknown program as in its header: it is shown, so it is kept short and plain. */
function nameOf(name: string | undefined): string | null {
  const plain = (name ?? '')
    .replaceAll(/[^\p{L}\p{N} .+-]/gu, '')
    .trim()
    .slice(0, 40);
  return plain === '' ? null : plain;
}
