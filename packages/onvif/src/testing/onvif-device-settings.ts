import type { Clock } from '@watchpost/contract/timing/clock';
import type { DeviceService } from './onvif-device.ts';

/** The test device's settings. Its answers follow ONVIF's schemas. */
export interface DeviceSettings {
  readonly services: readonly DeviceService[];
  /** XML of a profile's microphone in its current state. */
  readonly profilePart: { readonly more: string };
  /** The current state; a test may change it too. */
  readonly state: { rotate: string; filter: string; hasSound: boolean; zone: string; restarts: number; setAt: string };
}

export interface DeviceSettingsOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly generation?: 1 | 2;
  /** The source of the device's time. */
  readonly timeBy?: 'NTP' | 'Manual';
  /** Confirms changes without making them. */
  readonly isStubborn?: boolean;
}

const textOf = (body: string, name: string): string => new RegExp(`<(?:\\w+:)?${name}\\b[^>]*>([^<]*)<`).exec(body)?.[1] ?? '';

/** Creates a rotating lens, an infrared filter, a microphone, a clock, and a network with a cable and Wi-Fi. */
export function createDeviceSettings({
  clock,
  generation = 1,
  timeBy = 'Manual',
  isStubborn = false,
}: DeviceSettingsOptions): DeviceSettings {
  const state: DeviceSettings['state'] = {
    rotate: '<tt:Mode>OFF</tt:Mode>',
    filter: 'AUTO',
    hasSound: true,
    zone: 'CST-8:00:00',
    restarts: 0,
    setAt: '',
  };
  const change = (next: Partial<DeviceSettings['state']>): string => (isStubborn || Object.assign(state, next), '');
  const [media, prefix] =
    generation === 1 ? ['http://www.onvif.org/ver10/media/wsdl', 'trt'] : ['http://www.onvif.org/ver20/media/wsdl', 'tr2'];
  const encoder =
    '<tt:Name>mic</tt:Name><tt:UseCount>1</tt:UseCount><tt:Encoding>AAC</tt:Encoding><tt:Bitrate>64</tt:Bitrate><tt:SampleRate>16</tt:SampleRate>';
  const configuration = (name: string): string =>
    `<${prefix}:${name} token="vs"><tt:Name>vs &amp; more</tt:Name><tt:UseCount>2</tt:UseCount><tt:SourceToken>lens</tt:SourceToken><tt:Bounds x="0" y="0" width="1920" height="1080"/>` +
    `<tt:Extension><tt:Rotate>${state.rotate}</tt:Rotate><tt:Extension><tt:SceneOrientation><tt:Mode>AUTO</tt:Mode></tt:SceneOrientation></tt:Extension></tt:Extension></${prefix}:${name}>`;

  const ofMedia: DeviceService['answers'] = {
    GetVideoSourceConfigurations: () => configuration('Configurations'),
    GetVideoSourceConfigurationOptions: (body) =>
      textOf(body, 'ConfigurationToken') === 'vs'
        ? `<${prefix}:Options><tt:BoundsRange/><tt:Extension><tt:Rotate><tt:Mode>OFF</tt:Mode><tt:Mode>ON</tt:Mode><tt:DegreeList><tt:Items>90</tt:Items><tt:Items>180</tt:Items><tt:Items>270</tt:Items></tt:DegreeList></tt:Rotate></tt:Extension></${prefix}:Options>`
        : null,
    SetVideoSourceConfiguration: (body) => {
      // Everything else must come back unchanged.
      const isWhole =
        textOf(body, 'Name') === 'vs &#38; more' &&
        textOf(body, 'SourceToken') === 'lens' &&
        /<Bounds [^>]*width="1920"/.test(body) &&
        body.includes('<SceneOrientation');
      if (!isWhole || !/<Configuration [^>]*token="vs"/.test(body)) return null;
      const rotate = /<Rotate [^>]*>(.*?)<\/Rotate>/.exec(body)?.[1] ?? '';
      const degree = textOf(rotate, 'Degree');
      return change({ rotate: `<tt:Mode>${textOf(rotate, 'Mode')}</tt:Mode>${degree === '' ? '' : `<tt:Degree>${degree}</tt:Degree>`}` });
    },
    ...(generation === 1
      ? {
          GetCompatibleAudioSourceConfigurations: () =>
            '<trt:Configurations token="as"><tt:Name>as</tt:Name><tt:UseCount>1</tt:UseCount><tt:SourceToken>mic</tt:SourceToken></trt:Configurations>',
          GetCompatibleAudioEncoderConfigurations: () => `<trt:Configurations token="ae">${encoder}</trt:Configurations>`,
          AddAudioEncoderConfiguration: (body: string) => (textOf(body, 'ConfigurationToken') === 'ae' ? change({ hasSound: true }) : null),
          RemoveAudioEncoderConfiguration: () => change({ hasSound: false }),
        }
      : {
          GetAudioSourceConfigurations: () =>
            '<tr2:Configurations token="as"><tt:Name>as</tt:Name><tt:UseCount>1</tt:UseCount><tt:SourceToken>mic</tt:SourceToken></tr2:Configurations>',
          GetAudioEncoderConfigurations: () => `<tr2:Configurations token="ae">${encoder}</tr2:Configurations>`,
          AddConfiguration: (body: string) =>
            textOf(body, 'Type') === 'AudioEncoder' && textOf(body, 'Token') === 'ae' ? change({ hasSound: true }) : null,
          RemoveConfiguration: (body: string) => (textOf(body, 'Type') === 'AudioEncoder' ? change({ hasSound: false }) : null),
        }),
  };
  const ofImaging: DeviceService['answers'] = {
    GetImagingSettings: () =>
      `<timg:ImagingSettings><tt:Brightness>50</tt:Brightness><tt:IrCutFilter>${state.filter}</tt:IrCutFilter></timg:ImagingSettings>`,
    GetOptions: () =>
      '<timg:ImagingOptions><tt:Brightness><tt:Min>0</tt:Min><tt:Max>100</tt:Max></tt:Brightness><tt:IrCutFilterModes>ON</tt:IrCutFilterModes><tt:IrCutFilterModes>OFF</tt:IrCutFilterModes><tt:IrCutFilterModes>AUTO</tt:IrCutFilterModes></timg:ImagingOptions>',
    SetImagingSettings: (body) =>
      textOf(body, 'VideoSourceToken') === 'lens' && ['ON', 'OFF', 'AUTO'].includes(textOf(body, 'IrCutFilter'))
        ? change({ filter: textOf(body, 'IrCutFilter') })
        : null,
  };
  const ofDevice: DeviceService['answers'] = {
    GetSystemDateAndTime: () => {
      const at = new Date(clock.now());
      return (
        `<tds:SystemDateAndTime><tt:DateTimeType>${timeBy}</tt:DateTimeType><tt:DaylightSavings>false</tt:DaylightSavings><tt:TimeZone><tt:TZ>${state.zone}</tt:TZ></tt:TimeZone><tt:UTCDateTime>` +
        `<tt:Time><tt:Hour>${at.getUTCHours()}</tt:Hour><tt:Minute>${at.getUTCMinutes()}</tt:Minute><tt:Second>${at.getUTCSeconds()}</tt:Second></tt:Time>` +
        `<tt:Date><tt:Year>${at.getUTCFullYear()}</tt:Year><tt:Month>${at.getUTCMonth() + 1}</tt:Month><tt:Day>${at.getUTCDate()}</tt:Day></tt:Date></tt:UTCDateTime></tds:SystemDateAndTime>`
      );
    },
    // In manual mode, a change must contain the time; with NTP, it must not.
    SetSystemDateAndTime: (body) =>
      textOf(body, 'DateTimeType') === timeBy && body.includes('UTCDateTime') === (timeBy === 'Manual')
        ? change({
            zone: textOf(body, 'TZ'),
            setAt:
              `${textOf(body, 'DaylightSavings')} ${['Year', 'Month', 'Day', 'Hour', 'Minute'].map((part) => textOf(body, part)).join(' ')}`.trim(),
          })
        : null,
    GetNetworkInterfaces: () =>
      '<tds:NetworkInterfaces token="eth0"><tt:Enabled>true</tt:Enabled><tt:Info><tt:Name>eth0</tt:Name><tt:HwAddress>00:11:22:33:44:55</tt:HwAddress></tt:Info>' +
      '<tt:IPv4><tt:Enabled>true</tt:Enabled><tt:Config><tt:FromDHCP><tt:Address>192.168.1.20</tt:Address><tt:PrefixLength>22</tt:PrefixLength></tt:FromDHCP><tt:DHCP>true</tt:DHCP></tt:Config></tt:IPv4></tds:NetworkInterfaces>' +
      '<tds:NetworkInterfaces token="ra0"><tt:Enabled>false</tt:Enabled><tt:Info><tt:Name>ra0</tt:Name></tt:Info><tt:IPv4><tt:Enabled>true</tt:Enabled><tt:Config><tt:Manual><tt:Address>10.0.0.9</tt:Address><tt:PrefixLength>8</tt:PrefixLength></tt:Manual><tt:DHCP>false</tt:DHCP></tt:Config></tt:IPv4>' +
      '<tt:Extension><tt:InterfaceType>71</tt:InterfaceType></tt:Extension></tds:NetworkInterfaces>',
    GetNetworkDefaultGateway: () => '<tds:NetworkGateway><tt:IPv4Address>192.168.1.1</tt:IPv4Address></tds:NetworkGateway>',
    GetDNS: () =>
      '<tds:DNSInformation><tt:FromDHCP>true</tt:FromDHCP><tt:DNSFromDHCP><tt:Type>IPv4</tt:Type><tt:IPv4Address>192.168.1.1</tt:IPv4Address></tt:DNSFromDHCP><tt:DNSFromDHCP><tt:Type>IPv4</tt:Type><tt:IPv4Address>9.9.9.9</tt:IPv4Address></tt:DNSFromDHCP></tds:DNSInformation>',
    GetDot11Status: (body) =>
      textOf(body, 'InterfaceToken') === 'ra0'
        ? '<tds:Status><tt:SSID>Home &amp; Garden</tt:SSID><tt:SignalStrength>Good</tt:SignalStrength></tds:Status>'
        : null,
    SystemReboot: () => (change({ restarts: state.restarts + 1 }), '<tds:Message>Rebooting in 1 second</tds:Message>'),
  };

  return {
    state,
    profilePart: {
      get more() {
        // A profile keeps its microphone but is silent without an encoder.
        if (generation === 1)
          return `<tt:AudioSourceConfiguration token="as"/>${state.hasSound ? `<tt:AudioEncoderConfiguration token="ae">${encoder}</tt:AudioEncoderConfiguration>` : ''}`;
        return `<tr2:AudioSource token="as"/>${state.hasSound ? `<tr2:AudioEncoder token="ae">${encoder}</tr2:AudioEncoder>` : ''}`;
      },
    },
    services: [
      { namespace: 'http://www.onvif.org/ver20/imaging/wsdl', prefix: 'timg', answers: ofImaging },
      { namespace: media, prefix, answers: ofMedia },
      { namespace: 'http://www.onvif.org/ver10/device/wsdl', prefix: 'tds', answers: ofDevice },
    ],
  };
}
