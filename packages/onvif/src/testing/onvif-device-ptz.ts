import type { DeviceService } from './onvif-device.ts';

/** The test device's motor. Its answers imitate the recorded ones of a real dome camera (npm package onvif). */
export interface DevicePtz {
  readonly service: DeviceService;
  /** XML for the profile that it belongs to. */
  readonly configuration: string;
  /** Speeds by the camera's own scale, and the timeout of the movement, s, if it has one; null after a stop. */
  /** Whether it moves now; a timeout has no effect here, as with a camera that ignores it. */
  isMoving(): boolean;
  readonly moves: ({
    readonly pan: number | null;
    readonly tilt: number | null;
    readonly zoom: number | null;
    readonly timeout: number | null;
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
  /** The limits of a timeout that it reports; by default, `PT1S` to `PT1M`, which it then also requires. */
  readonly timeouts?: { readonly min: string; readonly max: string };
  readonly refuses?: readonly ('timeout' | 'stop' | 'nodes')[];
  /** Name of its spaces; the generic one by default. */
  readonly space?: string;
}

const spaces = 'http://www.onvif.org/ver10/tptz';
const range = (axis: string, fastest: number): string =>
  `<tt:${axis}Range><tt:Min>-${fastest}</tt:Min><tt:Max>${fastest}</tt:Max></tt:${axis}Range>`;
const textOf = (body: string, name: string): string => new RegExp(`<(?:\\w+:)?${name}\\b[^>]*>([^<]*)<`).exec(body)?.[1] ?? '';
const numberOf = (body: string, element: string, attribute: string): number | null => {
  const value = new RegExp(`<(?:\\w+:)?${element}\\b[^>]*\\b${attribute}="([^"]*)"`).exec(body)?.[1];
  return value === undefined ? null : Number(value);
};

export function createDevicePtz(options: DevicePtzOptions = {}): DevicePtz {
  const { panTilt = true, fastest = 1, home = 'free', mostPresets = 8, timeouts, refuses = [], space = 'VelocityGenericSpace' } = options;
  const moves: DevicePtz['moves'] = [];
  const visits: string[] = [];
  const presets = new Map([['1', 'Gate']]);
  const supported =
    (panTilt
      ? `<tt:ContinuousPanTiltVelocitySpace><tt:URI>${spaces}/PanTiltSpaces/${space}</tt:URI>${range('X', fastest)}${range('Y', fastest)}</tt:ContinuousPanTiltVelocitySpace>`
      : '') +
    `<tt:ContinuousZoomVelocitySpace><tt:URI>${spaces}/ZoomSpaces/${space}</tt:URI>${range('X', fastest)}</tt:ContinuousZoomVelocitySpace>`;
  const isKnown = (body: string): boolean => presets.has(textOf(body, 'PresetToken'));
  const visit = (place: string): string => {
    visits.push(place);
    return '';
  };

  return {
    isMoving: () => {
      const last = moves.at(-1);
      return last !== undefined && last !== null && [last.pan, last.tilt, last.zoom].some((speed) => (speed ?? 0) !== 0);
    },
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
          refuses.includes('nodes')
            ? null
            : `<tptz:PTZNode token="motor"${home === 'fixed' ? ' FixedHomePosition="true"' : ''}><tt:Name>motor</tt:Name><tt:SupportedPTZSpaces>${supported}</tt:SupportedPTZSpaces>` +
              `<tt:MaximumNumberOfPresets>${mostPresets}</tt:MaximumNumberOfPresets><tt:HomeSupported>${home !== 'none'}</tt:HomeSupported></tptz:PTZNode>`,
        GetConfigurationOptions: () =>
          `<tptz:PTZConfigurationOptions><tt:Spaces>${supported}</tt:Spaces><tt:PTZTimeout><tt:Min>${timeouts?.min ?? 'PT1S'}</tt:Min><tt:Max>${timeouts?.max ?? 'PT1M'}</tt:Max></tt:PTZTimeout></tptz:PTZConfigurationOptions>`,
        GetPresets: () =>
          [...presets].map(([token, name]) => `<tptz:Preset token="${token}"><tt:Name>${name}</tt:Name></tptz:Preset>`).join(''),
        ContinuousMove: (body) => {
          const written = textOf(body, 'Timeout');
          const timeout = written === '' ? null : Number(/^PT([\d.]+)S$/.exec(written)?.[1] ?? Number.NaN);
          const move = {
            pan: numberOf(body, 'PanTilt', 'x'),
            tilt: numberOf(body, 'PanTilt', 'y'),
            zoom: numberOf(body, 'Zoom', 'x'),
            timeout,
          };
          // As strict as a real dome camera: refuses unsupported and too fast movements.
          if (
            (timeout !== null && (refuses.includes('timeout') || !(timeout >= 1 && timeout <= 60))) ||
            (move.pan !== null && !panTilt) ||
            [move.pan, move.tilt, move.zoom].some((speed) => speed !== null && !(Math.abs(speed) <= fastest))
          )
            return null;
          moves.push(move);
          return '';
        },
        Stop: () => {
          if (refuses.includes('stop')) return null;
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
