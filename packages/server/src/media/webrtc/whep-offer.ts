/** The one way to send H.264 that is taken of all that a browser offers. */
export interface H264Offer {
  readonly payloadType: number;
  readonly parameters: string;
  /** The offer without any other video codec, and without candidates. */
  readonly offer: string;
}

/** A browser decodes every profile whichever it named; baseline is what all of them name. */
const profiles = ['42e0', '4200', '4d00', '6400'];

/** Null when the browser does not offer H.264 in packets of any size (packetization-mode 1). */
export function preferredH264(offer: string): H264Offer | null {
  const sections = offer.split(/^(?=m=)/m);
  const index = sections.findIndex((section) => section.startsWith('m=video'));
  const section = sections[index];
  if (section === undefined) return null;
  const types = [...section.matchAll(/^a=rtpmap:(\d{1,3}) H264\/90000\r?$/gim)].map(([, type]) => Number(type));
  const found = types
    .map((payloadType) => ({ payloadType, parameters: new RegExp(`^a=fmtp:${payloadType} (\\S+)\\r?$`, 'm').exec(section)?.[1] ?? '' }))
    .filter(({ parameters }) => /packetization-mode=1/.test(parameters))
    .sort((a, b) => rank(a.parameters) - rank(b.parameters))[0];
  if (!found) return null;
  sections[index] = keepOnly(section, found.payloadType);
  // The browser finds this server; the server calls at no address that an offer names.
  return { ...found, offer: sections.join('').replaceAll(/^a=(?:candidate|end-of-candidates).*\r?\n/gm, '') };
}

function rank(parameters: string): number {
  const profile = /profile-level-id=([\da-f]{4})/i.exec(parameters)?.[1]?.toLowerCase() ?? '';
  const at = profiles.indexOf(profile);
  return at < 0 ? profiles.length : at;
}

function keepOnly(section: string, payloadType: number): string {
  return section
    .split(/(?<=\n)/)
    .filter((line) => {
      const type = /^a=(?:rtpmap|fmtp|rtcp-fb):(\d{1,3})\b/.exec(line)?.[1];
      return type === undefined || Number(type) === payloadType;
    })
    .map((line) => line.replace(/^(m=video \d+ \S+) .*?(\r?\n)$/, `$1 ${payloadType}$2`))
    .join('');
}
