import type { DeviceService } from './onvif-device.ts';

/** Configuration of the device's cable. */
export interface DeviceCable {
  readonly isDhcp: boolean;
  readonly ip: string;
  readonly prefixLength: number;
  readonly gateway: string;
  readonly dns: readonly string[];
}

export interface DeviceNetworkOptions {
  readonly ip: string;
  /** A change takes effect only after a restart. */
  readonly needsRestart?: boolean;
  /** Confirms changes without making them. */
  readonly isStubborn?: boolean;
  /** Called when the device changes its address. */
  readonly onMove?: (ip: string) => void;
}

export interface DeviceNetwork {
  readonly service: DeviceService;
  readonly state: { cable: DeviceCable; restarts: number };
}

const textOf = (body: string, name: string): string => new RegExp(`<(?:\\w+:)?${name}\\b[^>]*>([^<]*)<`).exec(body)?.[1] ?? '';

/** The test device's changeable network; enforces ONVIF's requirements. */
export function createDeviceNetwork({
  ip,
  needsRestart = false,
  isStubborn = false,
  onMove = () => undefined,
}: DeviceNetworkOptions): DeviceNetwork {
  const state: DeviceNetwork['state'] = { cable: { isDhcp: true, ip, prefixLength: 24, gateway: '', dns: [] }, restarts: 0 };
  let pending: Partial<DeviceCable> = {};
  const apply = (): void => {
    const before = state.cable.ip;
    if (!isStubborn) state.cable = { ...state.cable, ...pending };
    pending = {};
    if (state.cable.ip !== before) onMove(state.cable.ip);
  };
  const queue = (change: Partial<DeviceCable>, isImmediate: boolean): string => {
    pending = { ...pending, ...change };
    if (isImmediate && !needsRestart) apply();
    return '';
  };
  return {
    state,
    service: {
      namespace: 'http://www.onvif.org/ver10/device/wsdl',
      prefix: 'tds',
      answers: {
        GetNetworkInterfaces: () => {
          const { isDhcp, ip: address, prefixLength } = state.cable;
          const kind = isDhcp ? 'FromDHCP' : 'Manual';
          return (
            '<tds:NetworkInterfaces token="if-0"><tt:Enabled>true</tt:Enabled><tt:Info><tt:Name>eth0</tt:Name><tt:HwAddress>00:11:22:33:44:55</tt:HwAddress></tt:Info><tt:IPv4><tt:Enabled>true</tt:Enabled>' +
            `<tt:Config><tt:${kind}><tt:Address>${address}</tt:Address><tt:PrefixLength>${prefixLength}</tt:PrefixLength></tt:${kind}><tt:DHCP>${isDhcp}</tt:DHCP></tt:Config></tt:IPv4></tds:NetworkInterfaces>`
          );
        },
        SetNetworkInterfaces: (body) => {
          if (textOf(body, 'InterfaceToken') !== 'if-0' || !/<(?:\w+:)?IPv4\b[^>]*>\s*<(?:\w+:)?Enabled>true/.test(body)) return null;
          const isDhcp = textOf(body, 'DHCP') === 'true';
          if (!isDhcp && textOf(body, 'Address') === '') return null;
          queue({ isDhcp, ...(!isDhcp && { ip: textOf(body, 'Address'), prefixLength: Number(textOf(body, 'PrefixLength')) }) }, true);
          return `<tds:RebootNeeded>${needsRestart}</tds:RebootNeeded>`;
        },
        GetNetworkDefaultGateway: () => `<tds:NetworkGateway><tt:IPv4Address>${state.cable.gateway}</tt:IPv4Address></tds:NetworkGateway>`,
        SetNetworkDefaultGateway: (body) => queue({ gateway: textOf(body, 'IPv4Address') }, false),
        GetDNS: () =>
          `<tds:DNSInformation><tt:FromDHCP>${state.cable.isDhcp}</tt:FromDHCP>${state.cable.dns.map((server) => `<tt:DNSManual><tt:Type>IPv4</tt:Type><tt:IPv4Address>${server}</tt:IPv4Address></tt:DNSManual>`).join('')}</tds:DNSInformation>`,
        SetDNS: (body) =>
          queue({ dns: [...body.matchAll(/<(?:\w+:)?IPv4Address\b[^>]*>([^<]*)</g)].map(([, server = '']) => server) }, false),
        SystemReboot: () => {
          state.restarts += 1;
          apply();
          return '<tds:Message>Rebooting</tds:Message>';
        },
      },
    },
  };
}
