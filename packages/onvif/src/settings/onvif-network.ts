import type { NetworkInterface } from '@watchpost/contract/schemas/camera-settings';
import { plainText } from '../soap/plain-text.ts';
import { elementAt, onvif, textAt } from '../soap/onvif-soap.ts';
import { childrenOf, escapeXml, type XmlElement } from '../soap/onvif-xml.ts';
import { ifReadable, type OnvifSession } from '../control/onvif-session.ts';

/** Interface types by their IANA numbers. */
const kinds: Readonly<Record<string, NetworkInterface['type']>> = { 6: 'ethernet', 71: 'wireless' };
/** Wi-Fi signal strengths by ONVIF's grades. */
const signals: Readonly<Record<string, number>> = { None: 0, 'Very Bad': 0.2, Bad: 0.4, Good: 0.7, 'Very Good': 1, Extended: 1 };
const maxInterfaces = 16;

/** Reads the camera's network interfaces. */
export async function readNetwork(session: OnvifSession): Promise<NetworkInterface[]> {
  const listed = childrenOf(await ifReadable(session.call('device', 'GetNetworkInterfaces')), 'NetworkInterfaces', onvif).slice(
    0,
    maxInterfaces,
  );
  if (listed.length === 0) return [];
  const gateway = textAt(await ifReadable(session.call('device', 'GetNetworkDefaultGateway')), 'NetworkGateway', 'IPv4Address');
  const dns = serversOf(elementAt(await ifReadable(session.call('device', 'GetDNS')), 'DNSInformation'));
  return Promise.all(listed.map((one) => interfaceOf(session, one, gateway, dns)));
}

async function interfaceOf(session: OnvifSession, one: XmlElement, gateway: string, dns: readonly string[]): Promise<NetworkInterface> {
  const token = one.attributes.get('token') ?? '';
  const radio = childrenOf(elementAt(one, 'Extension'), 'Dot11', onvif)[0];
  const type = kinds[textAt(one, 'Extension', 'InterfaceType')] ?? (radio ? 'wireless' : 'ethernet');
  const status =
    type === 'wireless'
      ? elementAt(
          await ifReadable(session.call('device', 'GetDot11Status', `<q:InterfaceToken>${escapeXml(token)}</q:InterfaceToken>`)),
          'Status',
        )
      : undefined;
  const ipv4 = elementAt(one, 'IPv4', 'Config');
  const isDhcp = textAt(ipv4, 'DHCP') === 'true';
  const address =
    elementAt(ipv4, isDhcp ? 'FromDHCP' : 'Manual') ??
    elementAt(ipv4, 'Manual') ??
    elementAt(ipv4, 'FromDHCP') ??
    elementAt(ipv4, 'LinkLocal');
  const length = Number(textAt(address, 'PrefixLength') || Number.NaN);
  const prefixLength = Number.isInteger(length) && length >= 0 && length <= 32 ? length : null;
  const isActive = textAt(one, 'Enabled') === 'true' && textAt(one, 'IPv4', 'Enabled') !== 'false';
  return {
    type,
    name: plainText(textAt(one, 'Info', 'Name')) || plainText(token),
    mac: wordOf(textAt(one, 'Info', 'HwAddress')),
    essid: wordOf(textAt(status, 'SSID')) ?? wordOf(textAt(radio, 'SSID')),
    signal: signals[textAt(status, 'SignalStrength')] ?? null,
    isActive,
    ipMode: ipv4 ? (isDhcp ? 'dhcp' : 'static') : null,
    ip: addressOf(textAt(address, 'Address')),
    mask: prefixLength === null ? null : maskOf(prefixLength),
    prefixLength,
    gateway: isActive ? addressOf(gateway) : null,
    primaryDns: isActive ? addressOf(dns[0] ?? '') : null,
    secondaryDns: isActive ? addressOf(dns[1] ?? '') : null,
  };
}

function serversOf(dns: XmlElement | undefined): string[] {
  const named = (name: string): string[] =>
    childrenOf(dns, name, onvif).map((server) => textAt(server, 'IPv4Address') || textAt(server, 'IPv6Address'));
  return textAt(dns, 'FromDHCP') === 'true' ? named('DNSFromDHCP') : named('DNSManual');
}

function wordOf(text: string): string | null {
  return plainText(text).slice(0, 40) || null;
}

function addressOf(text: string): string | null {
  return /^[\d.]{7,15}$|^[\da-f:.]{2,45}$/i.test(text) ? text : null;
}

/** Formats a prefix length as an IPv4 mask. */
function maskOf(prefixLength: number): string {
  return [0, 8, 16, 24].map((at) => 256 - 2 ** (8 - Math.min(8, Math.max(0, prefixLength - at)))).join('.');
}
