import type { Clock } from '@watchpost/contract/timing/clock';
import { isRefused } from '../kernel/onvif-error.ts';
import { serviceUrl } from './onvif-address.ts';
import type { OnvifClient } from './onvif-client.ts';
import { elementAt, namespaces, onvif, textAt } from './onvif-soap.ts';
import { childrenOf, type XmlElement } from './onvif-xml.ts';

/** A device's service, by the name of its namespace here. */
export type OnvifService = Exclude<keyof typeof namespaces, 'notification' | 'schema'>;
/** The URL of each service of a device; always contains the device service. */
export type OnvifServices = ReadonlyMap<OnvifService, URL>;

const optional = ['media', 'media2', 'imaging', 'ptz', 'events'] as const satisfies readonly OnvifService[];
/** The services' names in capabilities. */
const capabilityNames = [
  ['imaging', 'Imaging'],
  ['ptz', 'PTZ'],
  ['events', 'Events'],
] as const satisfies readonly (readonly [OnvifService, string])[];

/** Queries a device for its services. */
export async function readServices(client: OnvifClient, device: URL): Promise<OnvifServices> {
  const services = new Map<OnvifService, URL>([['device', device]]);
  const listed = await ifKnown(
    client.call({
      url: device,
      namespace: namespaces.device,
      name: 'GetServices',
      content: '<q:IncludeCapability>false</q:IncludeCapability>',
    }),
  );
  for (const name of optional) {
    const entry = childrenOf(listed, 'Service', onvif).find((service) => textAt(service, 'Namespace') === namespaces[name]);
    if (entry) services.set(name, serviceUrl(textAt(entry, 'XAddr'), device));
  }
  if (services.has('media') || services.has('media2')) return services;
  // Cameras from before 2012 support only capabilities.
  const capabilities = await ifKnown(
    client.call({ url: device, namespace: namespaces.device, name: 'GetCapabilities', content: '<q:Category>All</q:Category>' }),
  );
  const named = (element: string): string => textAt(capabilities, 'Capabilities', element, 'XAddr');
  // Without a URL, the service is at the device's only address.
  services.set('media', serviceUrl(named('Media'), device));
  for (const [name, element] of capabilityNames) if (named(element) !== '') services.set(name, serviceUrl(named(element), device));
  return services;
}

/** Returns how far the camera's clock is ahead, ms; 0 if it doesn't report it. Where it reports local time alone, that is its clock. The request needs no credentials, because signing in depends on the time. */
export async function readClockOffset(client: OnvifClient, url: URL, clock: Clock): Promise<number> {
  const answer = await ifKnown(client.call({ url, namespace: namespaces.device, name: 'GetSystemDateAndTime', isAnonymous: true }));
  const reported = elementAt(answer, 'SystemDateAndTime');
  return (timeIn(elementAt(reported, 'UTCDateTime')) ?? timeIn(elementAt(reported, 'LocalDateTime')) ?? clock.now()) - clock.now();
}

/** Unix milliseconds; null for a time that can't be read. */
function timeIn(element: XmlElement | undefined): number | null {
  const part = (...path: string[]): number => Number(textAt(element, ...path) || Number.NaN);
  const at = Date.UTC(
    part('Date', 'Year'),
    part('Date', 'Month') - 1,
    part('Date', 'Day'),
    part('Time', 'Hour'),
    part('Time', 'Minute'),
    part('Time', 'Second'),
  );
  // A token's time has four digits for the year.
  return at >= 0 && at < Date.UTC(9999, 0) ? at : null;
}

/** Undefined for what the camera doesn't support or report. */
export async function ifKnown<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}
