import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { childrenOf, namespaces } from '@watchpost/onvif/messages';
import { onvifFaults, type OnvifFault } from './onvif-envelopes.ts';
import { eventCapabilities } from './onvif-event-service.ts';
import type { OnvifLink } from './onvif-link.ts';
import { markup, type Markup } from './onvif-markup.ts';
import { mediaCapabilities } from './onvif-media-service.ts';
import type { OnvifLinkQuestion, OnvifOpenQuestion, OnvifOperation, OnvifPlace, OnvifQuestion, OnvifService } from './onvif-operations.ts';
import { onvifPath } from './onvif-paths.ts';
import { ptzCapabilities } from './onvif-ptz-service.ts';

/** Version of the specification whose operations are answered. */
const version = { major: 2, minor: 6 } as const;
const product = 'Watchpost';
/** Version of this description: recorders need not know the exact server. */
const firmwareVersion = '1.0';

const capabilities = markup`<tds:Capabilities><tds:Network IPFilter="false" ZeroConfiguration="false" IPVersion6="false" DynDNS="false"/><tds:Security TLS1.0="false" TLS1.1="false" TLS1.2="false" OnboardKeyGeneration="false" AccessPolicyConfig="false" DefaultAccessPolicy="true" UsernameToken="true" HttpDigest="true"/><tds:System DiscoveryResolve="false" DiscoveryBye="false" RemoteDiscovery="false" SystemBackup="false" SystemLogging="false" FirmwareUpgrade="false"/></tds:Capabilities>`;

/** The device service, as far as recorders need it: what the device is, and where its other services are. Nothing can be changed. */
export const deviceService: OnvifService = {
  namespace: namespaces.device,
  prefix: 'tds',
  open: new Map<string, OnvifOperation<OnvifQuestion>>([
    ['GetSystemDateAndTime', ({ now }) => dateAndTime(new Date(now))],
    ['GetServiceCapabilities', () => capabilities],
    [
      'GetHostname',
      () => markup`<tds:HostnameInformation><tt:FromDHCP>false</tt:FromDHCP><tt:Name>watchpost</tt:Name></tds:HostnameInformation>`,
    ],
  ]),
  halfOpen: new Map<string, OnvifOperation<OnvifOpenQuestion>>([
    ['GetCapabilities', getCapabilities],
    ['GetServices', getServices],
  ]),
  closed: new Map<string, OnvifOperation<OnvifLinkQuestion>>([
    [
      'GetDeviceInformation',
      ({ link }) =>
        markup`<tds:Manufacturer>${product}</tds:Manufacturer><tds:Model>${product}</tds:Model><tds:FirmwareVersion>${firmwareVersion}</tds:FirmwareVersion><tds:SerialNumber>${link.id}</tds:SerialNumber><tds:HardwareId>${product}</tds:HardwareId>`,
    ],
    ['GetScopes', ({ link }) => markup`${scopesOf(link)}`],
    ['GetNetworkInterfaces', networkInterfaces],
    ['GetNetworkProtocols', networkProtocols],
    ['GetDiscoveryMode', () => markup`<tds:DiscoveryMode>NonDiscoverable</tds:DiscoveryMode>`],
    ['GetUsers', ({ link }) => markup`<tds:User><tt:Username>${link.id}</tt:Username><tt:UserLevel>User</tt:UserLevel></tds:User>`],
  ]),
};

function dateAndTime(now: Date): Markup {
  const time = markup`<tt:Time><tt:Hour>${now.getUTCHours()}</tt:Hour><tt:Minute>${now.getUTCMinutes()}</tt:Minute><tt:Second>${now.getUTCSeconds()}</tt:Second></tt:Time>`;
  const date = markup`<tt:Date><tt:Year>${now.getUTCFullYear()}</tt:Year><tt:Month>${now.getUTCMonth() + 1}</tt:Month><tt:Day>${now.getUTCDate()}</tt:Day></tt:Date>`;
  return markup`<tds:SystemDateAndTime><tt:DateTimeType>NTP</tt:DateTimeType><tt:DaylightSavings>false</tt:DaylightSavings><tt:TimeZone><tt:TZ>UTC0</tt:TZ></tt:TimeZone><tt:UTCDateTime>${time}${date}</tt:UTCDateTime></tds:SystemDateAndTime>`;
}

function getCapabilities({ request, place, link }: OnvifOpenQuestion): Markup | OnvifFault {
  const categories = childrenOf(request, 'Category', namespaces.device).map(({ text }) => text);
  const has = (category: string): boolean => categories.length === 0 || categories.includes('All') || categories.includes(category);
  const hasPtz = link?.withPtz === true && has('PTZ');
  if (!has('Device') && !has('Events') && !has('Media') && !hasPtz) return onvifFaults.noService;
  const system = markup`<tt:System><tt:DiscoveryResolve>false</tt:DiscoveryResolve><tt:DiscoveryBye>false</tt:DiscoveryBye><tt:RemoteDiscovery>false</tt:RemoteDiscovery><tt:SystemBackup>false</tt:SystemBackup><tt:SystemLogging>false</tt:SystemLogging><tt:FirmwareUpgrade>false</tt:FirmwareUpgrade><tt:SupportedVersions><tt:Major>${version.major}</tt:Major><tt:Minor>${version.minor}</tt:Minor></tt:SupportedVersions></tt:System>`;
  const device = markup`<tt:Device><tt:XAddr>${addressOf(place, 'device_service')}</tt:XAddr><tt:Network><tt:IPFilter>false</tt:IPFilter><tt:ZeroConfiguration>false</tt:ZeroConfiguration><tt:IPVersion6>false</tt:IPVersion6><tt:DynDNS>false</tt:DynDNS></tt:Network>${system}</tt:Device>`;
  const media = markup`<tt:Media><tt:XAddr>${addressOf(place, 'media_service')}</tt:XAddr><tt:StreamingCapabilities><tt:RTPMulticast>false</tt:RTPMulticast><tt:RTP_TCP>true</tt:RTP_TCP><tt:RTP_RTSP_TCP>true</tt:RTP_RTSP_TCP></tt:StreamingCapabilities></tt:Media>`;
  const events = markup`<tt:Events><tt:XAddr>${addressOf(place, 'event_service')}</tt:XAddr><tt:WSSubscriptionPolicySupport>false</tt:WSSubscriptionPolicySupport><tt:WSPullPointSupport>true</tt:WSPullPointSupport><tt:WSPausableSubscriptionManagerInterfaceSupport>false</tt:WSPausableSubscriptionManagerInterfaceSupport></tt:Events>`;
  const ptz = markup`<tt:PTZ><tt:XAddr>${addressOf(place, 'ptz_service')}</tt:XAddr></tt:PTZ>`;
  return markup`<tds:Capabilities>${has('Device') ? device : ''}${has('Events') ? events : ''}${has('Media') ? media : ''}${hasPtz ? ptz : ''}</tds:Capabilities>`;
}

function getServices({ request, place, link }: OnvifOpenQuestion): Markup {
  const isDetailed = ['true', '1'].includes(childrenOf(request, 'IncludeCapability', namespaces.device)[0]?.text ?? '');
  const service = (namespace: string, address: string, own: Markup): Markup =>
    markup`<tds:Service><tds:Namespace>${namespace}</tds:Namespace><tds:XAddr>${address}</tds:XAddr>${isDetailed ? markup`<tds:Capabilities>${own}</tds:Capabilities>` : ''}<tds:Version><tt:Major>${version.major}</tt:Major><tt:Minor>${version.minor}</tt:Minor></tds:Version></tds:Service>`;
  return markup`${service(namespaces.device, addressOf(place, 'device_service'), capabilities)}${service(namespaces.media, addressOf(place, 'media_service'), mediaCapabilities)}${service(namespaces.events, addressOf(place, 'event_service'), eventCapabilities)}${link?.withPtz === true ? service(namespaces.ptz, addressOf(place, 'ptz_service'), ptzCapabilities) : ''}`;
}

function addressOf({ origin, linkId }: OnvifPlace, service: Parameters<typeof onvifPath>[1]): string {
  return origin + onvifPath(linkId, service);
}

function scopesOf({ title, withPtz }: OnvifLink): readonly Markup[] {
  const named = [`name/${encodeURIComponent(title.toWellFormed())}`, `hardware/${product}`];
  return ['Profile/Streaming', 'type/video_encoder', ...(withPtz ? ['type/ptz'] : []), ...named].map(
    (scope) => markup`<tds:Scopes><tt:ScopeDef>Fixed</tt:ScopeDef><tt:ScopeItem>onvif://www.onvif.org/${scope}</tt:ScopeItem></tds:Scopes>`,
  );
}

/** Some recorders recognize a camera by its hardware address: each link has one of its own, from the range that no maker has. */
function networkInterfaces({ link, place: { localAddress } }: OnvifLinkQuestion): Markup {
  const hardwareAddress = ['02', ...(createHash('sha256').update(link.id).digest('hex').match(/../g) ?? []).slice(0, 5)].join(':');
  const manual = markup`<tt:Manual><tt:Address>${localAddress}</tt:Address><tt:PrefixLength>24</tt:PrefixLength></tt:Manual>`;
  return markup`<tds:NetworkInterfaces token="eth0"><tt:Enabled>true</tt:Enabled><tt:Info><tt:Name>eth0</tt:Name><tt:HwAddress>${hardwareAddress}</tt:HwAddress></tt:Info><tt:IPv4><tt:Enabled>true</tt:Enabled><tt:Config>${isIPv4(localAddress) ? manual : ''}<tt:DHCP>false</tt:DHCP></tt:Config></tt:IPv4></tds:NetworkInterfaces>`;
}

function networkProtocols({ place: { origin, rtspOrigin } }: OnvifLinkQuestion): Markup {
  const { protocol, port } = new URL(origin);
  const isSecure = protocol === 'https:';
  const entry = (name: string, number: string): Markup =>
    markup`<tds:NetworkProtocols><tt:Name>${name}</tt:Name><tt:Enabled>true</tt:Enabled><tt:Port>${number}</tt:Port></tds:NetworkProtocols>`;
  const usual = isSecure ? '443' : '80';
  return markup`${entry(isSecure ? 'HTTPS' : 'HTTP', port === '' ? usual : port)}${entry('RTSP', new URL(rtspOrigin).port)}`;
}
