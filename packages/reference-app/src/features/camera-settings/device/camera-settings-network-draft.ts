type NetworkField = 'ip' | 'mask' | 'gateway' | 'primaryDns' | 'secondaryDns';

/** The network settings as typed. */
type NetworkDraft = Readonly<Record<NetworkField, string>>;

/** The settings sent to the server. */
interface StaticNetwork {
  readonly ipMode: 'static';
  readonly ip: string;
  readonly prefixLength: number;
  readonly gateway: string | null;
  readonly primaryDns: string | null;
  readonly secondaryDns: string | null;
}

interface WrongNetwork {
  readonly wrong: Partial<Record<NetworkField, 'wrongAddress' | 'wrongMask' | 'wrongGateway'>>;
}

/** Parses the draft, or returns an error for each wrong field. Gateway and name servers may be empty. */
export function readNetwork(draft: NetworkDraft): StaticNetwork | WrongNetwork {
  const [ip, prefixLength] = [readAddress(draft.ip), readMask(draft.mask)];
  const optional = (['gateway', 'primaryDns', 'secondaryDns'] as const).filter(
    (name) => draft[name].trim() !== '' && readAddress(draft[name]) === null,
  );
  if (ip === null || prefixLength === null || optional.length > 0) {
    return {
      wrong: {
        ...(ip === null && { ip: 'wrongAddress' }),
        ...(prefixLength === null && { mask: 'wrongMask' }),
        ...Object.fromEntries(optional.map((name) => [name, 'wrongAddress'])),
      },
    };
  }
  const gateway = readAddress(draft.gateway);
  if (gateway !== null && !areNeighbours(ip, gateway, prefixLength)) return { wrong: { gateway: 'wrongGateway' } };
  return {
    ipMode: 'static',
    ip,
    prefixLength,
    gateway,
    primaryDns: readAddress(draft.primaryDns),
    secondaryDns: readAddress(draft.secondaryDns),
  };
}

/** Parses an IPv4 address; null for any other text, including an empty one. */
export function readAddress(text: string): string | null {
  const parts = text.trim().split('.');
  const isPart = (part: string): boolean => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255;
  return parts.length === 4 && parts.every(isPart) ? parts.join('.') : null;
}

/** Returns the prefix length of a network mask, 8 to 30; null for a text that is no such mask. */
export function readMask(text: string): number | null {
  const address = readAddress(text);
  if (address === null) return null;
  const bits = numberOf(address).toString(2).padStart(32, '0');
  const length = bits.indexOf('0');
  return length >= 8 && length <= 30 && !bits.slice(length).includes('1') ? length : null;
}

/** Whether two addresses are in the same network. */
export function areNeighbours(one: string, other: string, prefixLength: number): boolean {
  const size = 2 ** (32 - prefixLength);
  return Math.floor(numberOf(one) / size) === Math.floor(numberOf(other) / size);
}

function numberOf(address: string): number {
  return address.split('.').reduce((all, part) => all * 256 + Number(part), 0);
}
