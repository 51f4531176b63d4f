import type { OnvifClock } from '../kernel/onvif-ports.ts';
import { isRefused } from '../kernel/onvif-error.ts';
import { serviceUrl } from './onvif-address.ts';
import type { OnvifClient } from './onvif-client.ts';
import { elementAt, namespaces, onvif, textAt } from './onvif-soap.ts';
import { childrenOf } from './onvif-xml.ts';

/** A service of a device, by what its namespace is called here. */
export type OnvifService = Exclude<keyof typeof namespaces, 'schema'>;
/** Where each service of a device is reached; its device service always. */
export type OnvifServices = ReadonlyMap<OnvifService, URL>;

const optional = ['media', 'media2', 'imaging', 'ptz'] as const satisfies readonly OnvifService[];
/** What capabilities call them. */
const capabilityNames = [['imaging', 'Imaging'], ['ptz', 'PTZ']] as const satisfies readonly (readonly [OnvifService, string])[];

/** Asks a device what it has. */
export async function readServices(client: OnvifClient, device: URL): Promise<OnvifServices> {
  const services = new Map<OnvifService, URL>([['device', device]]);
  const listed = await ifKnown(client.call({ url: device, namespace: namespaces.device, name: 'GetServices', content: '<q:IncludeCapability>false</q:IncludeCapability>' }));
  for (const name of optional) {
    const entry = childrenOf(listed, 'Service', onvif).find((service) => textAt(service, 'Namespace') === namespaces[name]);
    if (entry) services.set(name, serviceUrl(textAt(entry, 'XAddr'), device));
  }
  if (services.has('media') || services.has('media2')) return services;
  // Cameras of before 2012 have capabilities only.
  const capabilities = await ifKnown(client.call({ url: device, namespace: namespaces.device, name: 'GetCapabilities', content: '<q:Category>All</q:Category>' }));
  const named = (element: string): string => textAt(capabilities, 'Capabilities', element, 'XAddr');
  // Where it names none, it answers at the one address that it has.
  services.set('media', serviceUrl(named('Media'), device));
  for (const [name, element] of capabilityNames) if (named(element) !== '') services.set(name, serviceUrl(named(element), device));
  return services;
}

/** How far the camera's clock is ahead, ms; 0 where it does not tell. It tells anybody: without its time nobody could sign in. */
export async function readClockOffset(client: OnvifClient, url: URL, clock: OnvifClock): Promise<number> {
  const answer = await ifKnown(client.call({ url, namespace: namespaces.device, name: 'GetSystemDateAndTime', isAnonymous: true }));
  const utc = elementAt(answer, 'SystemDateAndTime', 'UTCDateTime');
  const part = (...path: string[]): number => Number(textAt(utc, ...path) || Number.NaN);
  const at = Date.UTC(part('Date', 'Year'), part('Date', 'Month') - 1, part('Date', 'Day'), part('Time', 'Hour'), part('Time', 'Minute'), part('Time', 'Second'));
  return Number.isNaN(at) ? 0 : at - clock.now();
}

/** Undefined for what a camera does not know or does not tell. */
export async function ifKnown<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}
