/** The H.264 format that is selected from a browser's offer. */
export interface H264Offer {
  readonly payloadType: number;
  readonly parameters: string;
  /** The offer without other video codecs and without candidates. */
  readonly offer: string;
}

/** Profiles in order of preference. A browser decodes every profile whichever it lists; all of them list baseline. */
const profiles = ['42e0', '4200', '4d00', '6400'];

/** Selects the format; null when the browser does not offer H.264 in packets of any size (packetization-mode 1). */
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
  // The browser connects to this server; the server never connects to an address from an offer.
  return { ...found, offer: sections.join('').replaceAll(/^a=(?:candidate|end-of-candidates).*\r?\n/gm, '') };
}

/** Returns the payload type of Opus in an offer; null when the browser does not offer it or wants no audio. */
export function opusPayloadType(offer: string): number | null {
  const section = offer.split(/^(?=m=)/m).find((part) => part.startsWith('m=audio'));
  const type = /^a=rtpmap:(\d{1,3}) opus\/48000\/2\r?$/im.exec(section ?? '')?.[1];
  return type === undefined ? null : Number(type);
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
