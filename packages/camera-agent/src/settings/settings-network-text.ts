/** Reads the default gateway from /proc/net/route; null when this interface has none. */
export function routerOf(routes: string, name: string): string | null {
  const words = routes
    .split('\n')
    .map((line) => line.split(/\s+/))
    .find(([device, destination, router = '']) => device === name && destination === '00000000' && /^(?!0{8})[\dA-F]{8}$/i.test(router));
  // In the machine's byte order, which is little-endian wherever Node runs.
  return (
    words?.[2]
      ?.match(/../g)
      ?.reverse()
      .map((byte) => Number.parseInt(byte, 16))
      .join('.') ?? null
  );
}

/** Reads a radio's signal strength, 0–1, from /proc/net/wireless; null for any other interface. */
export function signalOf(radios: string, name: string): number | null {
  const words = radios
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([device]) => device === `${name}:`);
  const level = Number.parseFloat(words?.[3] ?? '');
  if (Number.isNaN(level)) return null;
  // From barely usable (-90 dBm) to next to the router (-30 dBm); positive values are already percentages.
  const share = level < 0 ? (level + 90) / 60 : level / 100;
  return Math.min(1, Math.max(0, Math.round(share * 100) / 100));
}

/** Reads the name servers of resolv.conf. */
export function dnsServers(resolver: string): string[] {
  return resolver.split('\n').flatMap((line) => /^\s*nameserver\s+([\d.a-f:]{2,45})/i.exec(line)?.[1] ?? []);
}

/** Reads the network name from `iw dev … link`. */
export function wirelessName(link: string): string | null {
  return /^[ \t]*SSID: (.{1,100})$/m.exec(link)?.[1]?.trim() ?? null;
}

export function maskLength(cidr: string | null): number | null {
  const length = Number(cidr?.split('/')[1] ?? Number.NaN);
  return Number.isInteger(length) ? length : null;
}

/** Whether the address was assigned dynamically, according to `ip -j addr`; null when unknown. */
export function isDynamic(list: string, address: string): boolean | null {
  try {
    const devices: unknown = JSON.parse(list);
    const found = (Array.isArray(devices) ? devices : [])
      .flatMap((device: unknown) => (isObject(device) && Array.isArray(device['addr_info']) ? device['addr_info'] : []))
      .find((entry: unknown) => isObject(entry) && entry['local'] === address);
    return isObject(found) ? found['dynamic'] === true : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
