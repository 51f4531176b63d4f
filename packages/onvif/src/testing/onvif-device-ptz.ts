import type { DeviceService } from './onvif-device.ts';

/** The test device's motor. Its answers imitate the recorded ones of a real dome camera (npm package onvif). */
export interface DevicePtz {
  readonly service: DeviceService;
  /** XML for the profile that it belongs to. */
  readonly configuration: string;
  /** Speeds by the camera's own scale, and the timeout of the movement, s; null after a stop. */
  readonly moves: ({
    readonly pan: number | null;
    readonly tilt: number | null;
    readonly zoom: number | null;
    readonly timeout: number;
  } | null)[];
  /** Visited presets, and home. */
  readonly visits: string[];
  readonly presets: Map<string, string>;
}

export interface DevicePtzOptions {
  /** False for zoom only. */
  readonly panTilt?: boolean;
  /** Maximum of the camera's own scale. */
  readonly fastest?: number;
  readonly home?: 'none' | 'fixed' | 'free';
  readonly mostPresets?: number;
}

const spaces = 'http://www.onvif.org/ver10/tptz';
const range = (axis: string, fastest: number): string =>
  `<tt:${axis}Range><tt:Min>-${fastest}</tt:Min><tt:Max>${fastest}</tt:Max></tt:${axis}Range>`;
const textOf = (body: string, name: string): string => new RegExp(`<(?:\\w+:)?${name}\\b[^>]*>([^<]*)<`).exec(body)?.[1] ?? '';
const numberOf = (body: string, element: string, attribute: string): number | null => {
  const value = new RegExp(`<(?:\\w+:)?${element}\\b[^>]*\\b${attribute}="([^"]*)"`).exec(body)?.[1];
  return value === undefined ? null : Number(value);
};

export function createDevicePtz({ panTilt = true, fastest = 1, home = 'free', mostPresets = 8 }: DevicePtzOptions = {}): DevicePtz {
  const moves: DevicePtz['moves'] = [];
  const visits: string[] = [];
  const presets = new Map([['1', 'Gate']]);
  const supported =
    (panTilt
      ? `<tt:ContinuousPanTiltVelocitySpace><tt:URI>${spaces}/PanTiltSpaces/VelocityGenericSpace</tt:URI>${range('X', fastest)}${range('Y', fastest)}</tt:ContinuousPanTiltVelocitySpace>`
      : '') +
    `<tt:ContinuousZoomVelocitySpace><tt:URI>${spaces}/ZoomSpaces/VelocityGenericSpace</tt:URI>${range('X', fastest)}</tt:ContinuousZoomVelocitySpace>`;
  const isKnown = (body: string): boolean => presets.has(textOf(body, 'PresetToken'));
  const visit = (place: string): string => {
    visits.push(place);
    return '';
  };

  return {
    moves,
    visits,
    presets,
    configuration:
      '<tt:PTZConfiguration token="ptz"><tt:Name>ptz</tt:Name><tt:UseCount>2</tt:UseCount><tt:NodeToken>motor</tt:NodeToken><tt:DefaultPTZTimeout>PT5S</tt:DefaultPTZTimeout></tt:PTZConfiguration>',
    service: {
      namespace: 'http://www.onvif.org/ver20/ptz/wsdl',
      prefix: 'tptz',
      answers: {
        GetNodes: () =>
          `<tptz:PTZNode token="motor"${home === 'fixed' ? ' FixedHomePosition="true"' : ''}><tt:Name>motor</tt:Name><tt:SupportedPTZSpaces>${supported}</tt:SupportedPTZSpaces>` +
          `<tt:MaximumNumberOfPresets>${mostPresets}</tt:MaximumNumberOfPresets><tt:HomeSupported>${home !== 'none'}</tt:HomeSupported></tptz:PTZNode>`,
        GetConfigurationOptions: () =>
          `<tptz:PTZConfigurationOptions><tt:Spaces>${supported}</tt:Spaces><tt:PTZTimeout><tt:Min>PT1S</tt:Min><tt:Max>PT1M</tt:Max></tt:PTZTimeout></tptz:PTZConfigurationOptions>`,
        GetPresets: () =>
          [...presets].map(([token, name]) => `<tptz:Preset token="${token}"><tt:Name>${name}</tt:Name></tptz:Preset>`).join(''),
        ContinuousMove: (body) => {
          const timeout = Number(/^PT([\d.]+)S$/.exec(textOf(body, 'Timeout'))?.[1] ?? Number.NaN);
          const move = {
            pan: numberOf(body, 'PanTilt', 'x'),
            tilt: numberOf(body, 'PanTilt', 'y'),
            zoom: numberOf(body, 'Zoom', 'x'),
            timeout,
          };
          // As strict as a real dome camera: refuses unsupported and too fast movements.
          if (
            timeout < 1 ||
            timeout > 60 ||
            (move.pan !== null && !panTilt) ||
            [move.pan, move.tilt, move.zoom].some((speed) => speed !== null && !(Math.abs(speed) <= fastest))
          )
            return null;
          moves.push(move);
          return '';
        },
        Stop: () => {
          moves.push(null);
          return '';
        },
        GotoPreset: (body) => (isKnown(body) ? visit(textOf(body, 'PresetToken')) : null),
        GotoHomePosition: () => (home === 'none' ? null : visit('home')),
        SetHomePosition: () => (home === 'free' ? visit('new home') : null),
        SetPreset: (body) => {
          const token = textOf(body, 'PresetToken') || String(presets.size + 1);
          if (presets.size >= mostPresets && !presets.has(token)) return null;
          presets.set(token, textOf(body, 'PresetName'));
          return `<tptz:PresetToken>${token}</tptz:PresetToken>`;
        },
        RemovePreset: (body) => (presets.delete(textOf(body, 'PresetToken')) ? '' : null),
      },
    },
  };
}
