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

/** Limits that every camera accepts, for cameras that report none, or limits within which nothing moves. */
const defaultTimeoutMs = { min: 1000, max: 10_000 };

/** Null for a camera without a motor. @throws {OnvifError} */
export async function readOnvifMotor(session: OnvifSession): Promise<OnvifMotor | null> {
  const configuration = session.has('ptz') ? await findConfiguration(session) : null;
  if (!configuration) return null;
  // Without the list, the configuration's options say what moves.
  const nodes = childrenOf(await ifKnown(session.call('ptz', 'GetNodes')), 'PTZNode', onvif);
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
    ...timeoutLimitsOf(elementAt(options, 'PTZTimeout')),
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

function timeoutLimitsOf(range: XmlElement | undefined): Pick<OnvifMotor, 'minTimeoutMs' | 'maxTimeoutMs'> {
  const min = readDuration(textAt(range, 'Min')) ?? defaultTimeoutMs.min;
  const max = readDuration(textAt(range, 'Max')) ?? Math.max(min, defaultTimeoutMs.max);
  // PT0S to PT0S: the camera has not filled them in.
  return max > 0 && min <= max
    ? { minTimeoutMs: min, maxTimeoutMs: max }
    : { minTimeoutMs: defaultTimeoutMs.min, maxTimeoutMs: defaultTimeoutMs.max };
}

/**
 * Returns the XML of a movement, which may be none; null if this camera can't move in that direction.
 * @param lifetimeMs after which the camera stops by itself; null for cameras that refuse one
 */
export function movementOf({ pan, tilt, zoom, ...motor }: OnvifMotor, velocity: PtzVelocity, lifetimeMs: number | null): string | null {
  const [x, y, z] = [scaled(velocity.pan, pan), scaled(velocity.tilt, tilt), scaled(velocity.zoom, zoom)];
  if (x === 0 && y === 0 && z === 0) return null;
  return velocityElement({ pan, tilt, zoom, ...motor }, [x, y, z], lifetimeMs);
}

/** Returns the XML of a movement at no speed, which stops cameras that refuse to be stopped otherwise. */
export function standstillOf(motor: OnvifMotor, lifetimeMs: number | null): string {
  return velocityElement(motor, [0, 0, 0], lifetimeMs);
}

function velocityElement(
  { pan, tilt, zoom, profile, minTimeoutMs, maxTimeoutMs }: OnvifMotor,
  [x, y, z]: readonly [number, number, number],
  lifetimeMs: number | null,
): string {
  const panTilt = pan || tilt ? `<tt:PanTilt x="${x}" y="${y}"/>` : '';
  const timeout =
    lifetimeMs === null ? '' : `<q:Timeout>PT${Math.min(Math.max(lifetimeMs, minTimeoutMs), maxTimeoutMs) / 1000}S</q:Timeout>`;
  return `<q:ProfileToken>${escapeXml(profile)}</q:ProfileToken><q:Velocity>${panTilt}${zoom ? `<tt:Zoom x="${z}"/>` : ''}</q:Velocity>${timeout}`;
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

/** Returns the first profile whose lens can be moved; on a recorder, that of the input that is shown. */
async function findConfiguration(session: OnvifSession): Promise<Configuration | null> {
  if (session.has('media')) {
    const answer = await session.call('media', 'GetProfiles');
    return pickConfiguration(answer, session.channel, (profile) => ({
      ptz: elementAt(profile, 'PTZConfiguration'),
      source: textAt(profile, 'VideoSourceConfiguration', 'SourceToken'),
    }));
  }
  if (!session.has('media2')) return null;
  const answer = await session.call('media2', 'GetProfiles', '<q:Type>VideoSource</q:Type><q:Type>PTZ</q:Type>');
  return pickConfiguration(answer, session.channel, (profile) => ({
    ptz: elementAt(profile, 'Configurations', 'PTZ'),
    source: textAt(profile, 'Configurations', 'VideoSource', 'SourceToken'),
  }));
}

function pickConfiguration(
  answer: XmlElement,
  channel: string | undefined,
  partsOf: (profile: XmlElement) => { readonly ptz: XmlElement | undefined; readonly source: string },
): Configuration | null {
  const profiles = childrenOf(answer, 'Profiles', onvif);
  const shown = channel ?? (profiles[0] && partsOf(profiles[0]).source);
  for (const profile of profiles) {
    const { ptz, source } = partsOf(profile);
    const [name, token] = [profile.attributes.get('token'), ptz?.attributes.get('token')];
    if (source === shown && name !== undefined && token !== undefined) return { profile: name, token, node: textAt(ptz, 'NodeToken') };
  }
  return null;
}

/** Selects the generic space: others are in degrees or meters per second. The only one is the one in which a movement is read. */
function genericOf(spaces: readonly XmlElement[]): XmlElement | undefined {
  return spaces.find((space) => textAt(space, 'URI').endsWith('/VelocityGenericSpace')) ?? (spaces.length === 1 ? spaces[0] : undefined);
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
