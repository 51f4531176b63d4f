import { ptzPresetId, type PtzAbilities, type PtzVelocity } from '@watchpost/contract/schemas/ptz';
import { plainText } from '../soap/plain-text.ts';
import { ifKnown } from '../soap/onvif-services.ts';
import { elementAt, onvif, textAt } from '../soap/onvif-soap.ts';
import { childrenOf, escapeXml, type XmlElement } from '../soap/onvif-xml.ts';
import type { OnvifSession } from './onvif-session.ts';

/** The camera's own scale, from slowest to fastest; null if it can't move in this direction. */
export type SpeedRange = { readonly min: number; readonly max: number } | null;

/** A camera's motor, as it describes itself. */
export interface OnvifMotor {
  /** Token of the profile that it belongs to. */
  readonly profile: string;
  readonly pan: SpeedRange;
  readonly tilt: SpeedRange;
  readonly zoom: SpeedRange;
  /** Limits of a movement's timeout, ms. */
  readonly minTimeoutMs: number;
  readonly maxTimeoutMs: number;
  readonly abilities: PtzAbilities;
}

/** Limits that every camera accepts, for cameras that report none. */
const defaultTimeoutMs = { min: 1000, max: 10_000 };

/** Null for a camera without a motor. @throws {OnvifError} */
export async function readOnvifMotor(session: OnvifSession): Promise<OnvifMotor | null> {
  const configuration = session.has('ptz') ? await findConfiguration(session) : null;
  if (!configuration) return null;
  const nodes = childrenOf(await session.call('ptz', 'GetNodes'), 'PTZNode', onvif);
  const node = nodes.find(({ attributes }) => attributes.get('token') === configuration.node) ?? nodes[0];
  const options = await ifKnown(
    session.call('ptz', 'GetConfigurationOptions', `<q:ConfigurationToken>${escapeXml(configuration.token)}</q:ConfigurationToken>`),
  );
  return motorOf(configuration.profile, node, elementAt(options, 'PTZConfigurationOptions'));
}

/** @param options the configuration's options, which a camera may omit */
function motorOf(profile: string, node: XmlElement | undefined, options: XmlElement | undefined): OnvifMotor | null {
  // The configuration's options take precedence over the motor's.
  const spaces = elementAt(options, 'Spaces') ?? elementAt(node, 'SupportedPTZSpaces');
  const panTilt = genericOf(childrenOf(spaces, 'ContinuousPanTiltVelocitySpace', onvif));
  const [pan, tilt, zoom] = [
    rangeOf(panTilt, 'XRange'),
    rangeOf(panTilt, 'YRange'),
    rangeOf(genericOf(childrenOf(spaces, 'ContinuousZoomVelocitySpace', onvif)), 'XRange'),
  ];
  if (!pan && !tilt && !zoom) return null;
  const hasHome = textAt(node, 'HomeSupported').toLowerCase() === 'true';
  const maxPresets = Number(textAt(node, 'MaximumNumberOfPresets').slice(0, 6)) || 0;
  return {
    profile,
    pan,
    tilt,
    zoom,
    minTimeoutMs: readDuration(textAt(options, 'PTZTimeout', 'Min')) ?? defaultTimeoutMs.min,
    maxTimeoutMs: readDuration(textAt(options, 'PTZTimeout', 'Max')) ?? defaultTimeoutMs.max,
    abilities: {
      canPan: pan !== null,
      canTilt: tilt !== null,
      canZoom: zoom !== null,
      hasHome,
      canSetHome: hasHome && node?.attributes.get('FixedHomePosition')?.toLowerCase() !== 'true',
      mostPresets: Number.isInteger(maxPresets) && maxPresets > 0 ? maxPresets : 0,
    },
  };
}

/** Returns the XML of a movement; null if this camera can't move in that direction. */
export function movementOf(
  { pan, tilt, zoom, profile, minTimeoutMs, maxTimeoutMs }: OnvifMotor,
  velocity: PtzVelocity,
  lifetime: number,
): string | null {
  const [x, y, z] = [scaled(velocity.pan, pan), scaled(velocity.tilt, tilt), scaled(velocity.zoom, zoom)];
  if (x === 0 && y === 0 && z === 0) return null;
  const panTilt = pan || tilt ? `<tt:PanTilt x="${x}" y="${y}"/>` : '';
  const seconds = Math.min(Math.max(lifetime, minTimeoutMs), maxTimeoutMs) / 1000;
  return `<q:ProfileToken>${escapeXml(profile)}</q:ProfileToken><q:Velocity>${panTilt}${zoom ? `<tt:Zoom x="${z}"/>` : ''}</q:Velocity><q:Timeout>PT${seconds}S</q:Timeout>`;
}

/** Converts a fraction of the maximum speed to the camera's own scale. */
export function scaled(share: number, range: SpeedRange): number {
  if (!range || share === 0) return 0;
  // Without an exponent, because XML parsers in cameras know few number formats.
  return Number((share > 0 ? share * range.max : -share * range.min).toFixed(4)) + 0;
}

/** Parses `PT1M30.5S` to ms; null if it is invalid. Unlimited durations become the largest number. */
export function readDuration(text: string): number | null {
  const parts = /^P(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,12}(?:\.\d{1,9})?)S)?)?$/.exec(text);
  if (!parts || text.length > 40 || !/\d/.test(text)) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part: string | undefined) => Number(part ?? 0));
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

interface Configuration {
  readonly profile: string;
  readonly token: string;
  readonly node: string;
}

/** Returns the first profile whose lens can be moved; on a recorder, that of the first input, which is the one shown. */
async function findConfiguration(session: OnvifSession): Promise<Configuration | null> {
  if (session.has('media')) {
    const answer = await session.call('media', 'GetProfiles');
    return pickConfiguration(answer, (profile) => ({
      ptz: elementAt(profile, 'PTZConfiguration'),
      source: textAt(profile, 'VideoSourceConfiguration', 'SourceToken'),
    }));
  }
  if (!session.has('media2')) return null;
  const answer = await session.call('media2', 'GetProfiles', '<q:Type>VideoSource</q:Type><q:Type>PTZ</q:Type>');
  return pickConfiguration(answer, (profile) => ({
    ptz: elementAt(profile, 'Configurations', 'PTZ'),
    source: textAt(profile, 'Configurations', 'VideoSource', 'SourceToken'),
  }));
}

function pickConfiguration(
  answer: XmlElement,
  partsOf: (profile: XmlElement) => { readonly ptz: XmlElement | undefined; readonly source: string },
): Configuration | null {
  const profiles = childrenOf(answer, 'Profiles', onvif);
  const first = profiles[0] && partsOf(profiles[0]).source;
  for (const profile of profiles) {
    const { ptz, source } = partsOf(profile);
    const [name, token] = [profile.attributes.get('token'), ptz?.attributes.get('token')];
    if (source === first && name !== undefined && token !== undefined) return { profile: name, token, node: textAt(ptz, 'NodeToken') };
  }
  return null;
}

/** Selects the generic space: others are in degrees or meters per second. */
function genericOf(spaces: readonly XmlElement[]): XmlElement | undefined {
  return spaces.find((space) => textAt(space, 'URI').endsWith('/VelocityGenericSpace'));
}

function rangeOf(space: XmlElement | undefined, axis: 'XRange' | 'YRange'): SpeedRange {
  const bound = (name: string): number => Number(textAt(space, axis, name).slice(0, 20) || Number.NaN);
  const [min, max] = [bound('Min'), bound('Max')];
  return Number.isFinite(min) && Number.isFinite(max) && min < 0 && max > 0 ? { min, max } : null;
}

/** Lists presets whose tokens fit into a URL, up to a number that a user can handle. */
export function presetsOf(answer: XmlElement, maxPresets: number): { readonly id: string; readonly name: string }[] {
  return childrenOf(answer, 'Preset', onvif)
    .flatMap((preset) => {
      const id = ptzPresetId.safeParse(preset.attributes.get('token'));
      return id.success ? [{ id: id.data, name: plainText(textAt(preset, 'Name')) }] : [];
    })
    .slice(0, maxPresets);
}
