import Bowser from 'bowser';

/** What a person recognises a device by. */
export interface DeviceDescription {
  /** "Firefox"; null when unknown. */
  readonly browser: string | null;
  /** "Windows"; null when unknown. */
  readonly system: string | null;
}

/** Real ones are below it; the rest of a longer one is not looked at. */
const maximumLength = 512;

/**
 * Reads a User-Agent header: a hint for people, never a reason to allow anything.
 * @example describeUserAgent('Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0') // { browser: 'Firefox', system: 'Linux' }
 */
export function describeUserAgent(userAgent: string | undefined): DeviceDescription {
  if (userAgent === undefined || userAgent === '') return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent.slice(0, maximumLength));
  return { browser: nameOf(browser.name), system: nameOf(os.name) };
}

/** An unknown program's name is taken from its header as it is: shown, so kept short and plain. */
function nameOf(name: string | undefined): string | null {
  const plain = (name ?? '').replaceAll(/[^\p{L}\p{N} .+-]/gu, '').trim().slice(0, 40);
  return plain === '' ? null : plain;
}
