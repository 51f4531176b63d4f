import { ptzPresetId, type PtzAbilities, type PtzVelocity } from '@watchpost/contract/schemas/ptz';
import { plainText } from '../soap/plain-text.ts';
import { ifKnown } from '../soap/onvif-services.ts';
import { elementAt, onvif, textAt } from '../soap/onvif-soap.ts';
import { childrenOf, escapeXml, type XmlElement } from '../soap/onvif-xml.ts';
import type { OnvifSession } from './onvif-session.ts';

/** From the camera's slowest to its fastest, by its own scale; null: it does not move this way. */
export type SpeedRange = { readonly min: number; readonly max: number } | null;

/** What moves a camera, as it describes itself. */
export interface OnvifMotor {
  /** Of the profile that it belongs to. */
  readonly profile: string;
  readonly pan: SpeedRange;
  readonly tilt: SpeedRange;
  readonly zoom: SpeedRange;
  /** How long it lets itself be told to turn, ms. */
  readonly shortestTimeout: number;
  readonly longestTimeout: number;
  readonly abilities: PtzAbilities;
}

/** What any camera takes when it does not say. */
const usualTimeout = { min: 1000, max: 10_000 };

/** Null for a camera that nothing moves. @throws {OnvifError} */
export async function readOnvifMotor(session: OnvifSession): Promise<OnvifMotor | null> {
  const configuration = session.has('ptz') ? await findConfiguration(session) : null;
  if (!configuration) return null;
  const nodes = childrenOf(await session.call('ptz', 'GetNodes'), 'PTZNode', onvif);
  const node = nodes.find(({ attributes }) => attributes.get('token') === configuration.node) ?? nodes[0];
  const options = await ifKnown(session.call('ptz', 'GetConfigurationOptions', `<q:ConfigurationToken>${escapeXml(configuration.token)}</q:ConfigurationToken>`));
  return motorOf(configuration.profile, node, elementAt(options, 'PTZConfigurationOptions'));
}

/** @param options what the configuration offers; a camera need not say */
export function motorOf(profile: string, node: XmlElement | undefined, options: XmlElement | undefined): OnvifMotor | null {
  // What the configuration offers counts before what the motor could do.
  const spaces = elementAt(options, 'Spaces') ?? elementAt(node, 'SupportedPTZSpaces');
  const panTilt = genericOf(childrenOf(spaces, 'ContinuousPanTiltVelocitySpace', onvif));
  const [pan, tilt, zoom] = [rangeOf(panTilt, 'XRange'), rangeOf(panTilt, 'YRange'), rangeOf(genericOf(childrenOf(spaces, 'ContinuousZoomVelocitySpace', onvif)), 'XRange')];
  if (!pan && !tilt && !zoom) return null;
  const hasHome = textAt(node, 'HomeSupported').toLowerCase() === 'true';
  const mostPresets = Number(textAt(node, 'MaximumNumberOfPresets').slice(0, 6)) || 0;
  return {
    profile, pan, tilt, zoom,
    shortestTimeout: readDuration(textAt(options, 'PTZTimeout', 'Min')) ?? usualTimeout.min,
    longestTimeout: readDuration(textAt(options, 'PTZTimeout', 'Max')) ?? usualTimeout.max,
    abilities: {
      canPan: pan !== null, canTilt: tilt !== null, canZoom: zoom !== null, hasHome,
      canSetHome: hasHome && node?.attributes.get('FixedHomePosition')?.toLowerCase() !== 'true',
      mostPresets: Number.isInteger(mostPresets) && mostPresets > 0 ? mostPresets : 0,
    },
  };
}

/** XML of a movement; null when this camera does not move that way at all. */
export function movementOf({ pan, tilt, zoom, profile, shortestTimeout, longestTimeout }: OnvifMotor, velocity: PtzVelocity, lifetime: number): string | null {
  const [x, y, z] = [scaled(velocity.pan, pan), scaled(velocity.tilt, tilt), scaled(velocity.zoom, zoom)];
  if (x === 0 && y === 0 && z === 0) return null;
  const panTilt = pan || tilt ? `<tt:PanTilt x="${x}" y="${y}"/>` : '';
  const seconds = Math.min(Math.max(lifetime, shortestTimeout), longestTimeout) / 1000;
  return `<q:ProfileToken>${escapeXml(profile)}</q:ProfileToken><q:Velocity>${panTilt}${zoom ? `<tt:Zoom x="${z}"/>` : ''}</q:Velocity><q:Timeout>PT${seconds}S</q:Timeout>`;
}

/** A share of the highest speed, by the camera's own scale. */
export function scaled(share: number, range: SpeedRange): number {
  if (!range || share === 0) return 0;
  // No exponent: XML's readers in cameras know few ways to write a number.
  return Number((share > 0 ? share * range.max : -share * range.min).toFixed(4)) + 0;
}

/** `PT1M30.5S` in ms; null when it can't be read. Endless ones are as long as a number gets. */
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

/** Of the first profile whose lens is moved; that of a recorder's first input, which is the one that is shown. */
async function findConfiguration(session: OnvifSession): Promise<Configuration | null> {
  if (session.has('media')) {
    const answer = await session.call('media', 'GetProfiles');
    return pickConfiguration(answer, (profile) => ({ ptz: elementAt(profile, 'PTZConfiguration'), source: textAt(profile, 'VideoSourceConfiguration', 'SourceToken') }));
  }
  if (!session.has('media2')) return null;
  const answer = await session.call('media2', 'GetProfiles', '<q:Type>VideoSource</q:Type><q:Type>PTZ</q:Type>');
  return pickConfiguration(answer, (profile) => ({ ptz: elementAt(profile, 'Configurations', 'PTZ'), source: textAt(profile, 'Configurations', 'VideoSource', 'SourceToken') }));
}

function pickConfiguration(answer: XmlElement, partsOf: (profile: XmlElement) => { readonly ptz: XmlElement | undefined; readonly source: string }): Configuration | null {
  const profiles = childrenOf(answer, 'Profiles', onvif);
  const first = profiles[0] && partsOf(profiles[0]).source;
  for (const profile of profiles) {
    const { ptz, source } = partsOf(profile);
    const [name, token] = [profile.attributes.get('token'), ptz?.attributes.get('token')];
    if (source === first && name !== undefined && token !== undefined) return { profile: name, token, node: textAt(ptz, 'NodeToken') };
  }
  return null;
}

/** Others are in degrees or metres a second. */
function genericOf(spaces: readonly XmlElement[]): XmlElement | undefined {
  return spaces.find((space) => textAt(space, 'URI').endsWith('/VelocityGenericSpace'));
}

function rangeOf(space: XmlElement | undefined, axis: 'XRange' | 'YRange'): SpeedRange {
  const bound = (name: string): number => Number(textAt(space, axis, name).slice(0, 20) || Number.NaN);
  const [min, max] = [bound('Min'), bound('Max')];
  return Number.isFinite(min) && Number.isFinite(max) && min < 0 && max > 0 ? { min, max } : null;
}

/** Presets whose tokens can stand in an address; more than a person could use are left out. */
export function presetsOf(answer: XmlElement, most: number): { readonly id: string; readonly name: string }[] {
  return childrenOf(answer, 'Preset', onvif)
    .flatMap((preset) => {
      const id = ptzPresetId.safeParse(preset.attributes.get('token'));
      return id.success ? [{ id: id.data, name: plainText(textAt(preset, 'Name')) }] : [];
    })
    .slice(0, most);
}
