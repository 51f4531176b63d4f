/** The router that leads out, of /proc/net/route; null when this interface does not. */
export function routerOf(routes: string, name: string): string | null {
  const words = routes.split('\n').map((line) => line.split(/\s+/)).find(([device, destination, router = '']) => device === name && destination === '00000000' && /^(?!0{8})[\dA-F]{8}$/i.test(router));
  // In the byte order of the machine, and every machine that Node runs on has the little end first.
  return words?.[2]?.match(/../g)?.reverse().map((byte) => Number.parseInt(byte, 16)).join('.') ?? null;
}

/** How strong a radio receives, 0–1, of /proc/net/wireless; null for what is none. */
export function signalOf(radios: string, name: string): number | null {
  const words = radios.split('\n').map((line) => line.trim().split(/\s+/)).find(([device]) => device === `${name}:`);
  const level = Number.parseFloat(words?.[3] ?? '');
  if (Number.isNaN(level)) return null;
  // From hardly (-90 dBm) to beside the router (-30 dBm); what is positive is a share of 100 already.
  const share = level < 0 ? (level + 90) / 60 : level / 100;
  return Math.min(1, Math.max(0, Math.round(share * 100) / 100));
}

/** Of resolv.conf. */
export function dnsServers(resolver: string): string[] {
  return resolver.split('\n').flatMap((line) => /^\s*nameserver\s+([\d.a-f:]{2,45})/i.exec(line)?.[1] ?? []);
}

/** Of `iw dev … link`. */
export function wirelessName(link: string): string | null {
  return /^\s*SSID: (.{1,100})$/m.exec(link)?.[1]?.trim() ?? null;
}

export function maskLength(cidr: string | null): number | null {
  const length = Number(cidr?.split('/')[1] ?? Number.NaN);
  return Number.isInteger(length) ? length : null;
}

/** Whether an address was given to the computer, of `ip -j addr`; null when that says nothing. */
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
