import type { PtzAbilities, PtzPreset, PtzVelocity } from '@watchpost/contract/schemas/ptz';
import { childrenOf, namespaces, readDuration, type XmlElement } from '@watchpost/onvif/messages';
import { onvifFaults, type OnvifFault } from './onvif-envelopes.ts';
import { profileTokens, type OnvifMotor } from './onvif-link.ts';
import { element, markup, type Markup } from './onvif-markup.ts';
import type { OnvifLinkOperation, OnvifLinkQuestion, OnvifService } from './onvif-operations.ts';

/** Prefix of all ONVIF namespaces. */
const onvif = 'http://www.onvif.org/';
/** Token of the only node, and of the only configuration. */
const token = 'ptz';
const spaces = `${onvif}ver10/tptz`;
const panTiltSpace = `${spaces}/PanTiltSpaces/VelocityGenericSpace`;
const zoomSpace = `${spaces}/ZoomSpaces/VelocityGenericSpace`;
/**
 * How long a movement lasts, ms: one that names no time, and the limits. A recorder that vanishes stops nothing, so a longer time is
 * shortened.
 */
const lasting = { usual: 10_000, min: 100, max: 30_000 } as const;
const standstill: PtzVelocity = { pan: 0, tilt: 0, zoom: 0 };

export const ptzCapabilities: Markup = markup`<tptz:Capabilities EFlip="false" Reverse="false" GetCompatibleConfigurations="true" MoveStatus="true" StatusPosition="false"/>`;

/** The PTZ service, for links that may move their camera: by speed, to its presets and home. Nothing can be configured. */
export const ptzService: OnvifService = {
  namespace: namespaces.ptz,
  prefix: 'tptz',
  isOffered: ({ withPtz }) => withPtz,
  open: new Map([['GetServiceCapabilities', () => ptzCapabilities]]),
  closed: new Map<string, OnvifLinkOperation>([
    ['GetNodes', withMotor(node)],
    ['GetNode', withMotor((motor, { request }) => (textOf(request, 'NodeToken') === token ? node(motor) : onvifFaults.noNode))],
    ['GetConfigurations', () => ptzConfiguration('tptz:PTZConfiguration')],
    ['GetConfiguration', ofConfiguration('PTZConfigurationToken', () => ptzConfiguration('tptz:PTZConfiguration'))],
    ['GetCompatibleConfigurations', ofProfile(() => ptzConfiguration('tptz:PTZConfiguration'))],
    ['GetConfigurationOptions', ofConfiguration('ConfigurationToken', withMotor(options))],
    ['GetStatus', ofProfile(withMotor(status))],
    ['GetPresets', ofProfile(withMotor(({ presets }) => markup`${presets.map(preset)}`))],
    ['ContinuousMove', ofProfile(withMotor(continuousMove))],
    [
      'Stop',
      // Both axes, also where one is named: a camera that stands still is never wrong.
      ofProfile(async ({ steering, link, now }) => {
        await steering.move(link.id, { velocity: standstill, lastsMs: 0, askedAt: now });
        return markup``;
      }),
    ],
    ['GotoPreset', ofProfile(withMotor(goToPreset))],
    ['GotoHomePosition', ofProfile(withMotor(goHome))],
  ]),
};

/** The configuration in both profiles. @param name of the element, with its prefix */
export function ptzConfiguration(name: string): Markup {
  return element(
    name,
    { token },
    markup`<tt:Name>${token}</tt:Name><tt:UseCount>2</tt:UseCount><tt:NodeToken>${token}</tt:NodeToken><tt:DefaultContinuousPanTiltVelocitySpace>${panTiltSpace}</tt:DefaultContinuousPanTiltVelocitySpace><tt:DefaultContinuousZoomVelocitySpace>${zoomSpace}</tt:DefaultContinuousZoomVelocitySpace><tt:DefaultPTZTimeout>${durationOf(lasting.usual)}</tt:DefaultPTZTimeout>`,
  );
}

function node({ abilities }: OnvifMotor): Markup {
  const { hasHome, mostPresets } = abilities;
  return markup`<tptz:PTZNode token="${token}" FixedHomePosition="true"><tt:Name>${token}</tt:Name><tt:SupportedPTZSpaces>${spacesOf(abilities)}</tt:SupportedPTZSpaces><tt:MaximumNumberOfPresets>${mostPresets}</tt:MaximumNumberOfPresets><tt:HomeSupported>${hasHome}</tt:HomeSupported></tptz:PTZNode>`;
}

function options({ abilities }: OnvifMotor): Markup {
  return markup`<tptz:PTZConfigurationOptions><tt:Spaces>${spacesOf(abilities)}</tt:Spaces><tt:PTZTimeout><tt:Min>${durationOf(lasting.min)}</tt:Min><tt:Max>${durationOf(lasting.max)}</tt:Max></tt:PTZTimeout></tptz:PTZConfigurationOptions>`;
}

function spacesOf({ canPan, canTilt, canZoom }: PtzAbilities): Markup {
  const range = (name: string, isMovable: boolean): Markup =>
    element(name, {}, markup`<tt:Min>${isMovable ? -1 : 0}</tt:Min><tt:Max>${isMovable ? 1 : 0}</tt:Max>`);
  const panTilt = markup`<tt:ContinuousPanTiltVelocitySpace><tt:URI>${panTiltSpace}</tt:URI>${range('tt:XRange', canPan)}${range('tt:YRange', canTilt)}</tt:ContinuousPanTiltVelocitySpace>`;
  const zoom = markup`<tt:ContinuousZoomVelocitySpace><tt:URI>${zoomSpace}</tt:URI>${range('tt:XRange', true)}</tt:ContinuousZoomVelocitySpace>`;
  return markup`${canPan || canTilt ? panTilt : ''}${canZoom ? zoom : ''}`;
}

/** Cameras report no position. */
function status({ abilities, isMoving }: OnvifMotor, { now }: OnvifLinkQuestion): Markup {
  const { canPan, canTilt, canZoom } = abilities;
  const state = isMoving ? 'MOVING' : 'IDLE';
  const panTilt = markup`<tt:PanTilt>${state}</tt:PanTilt>`;
  const zoom = markup`<tt:Zoom>${state}</tt:Zoom>`;
  return markup`<tptz:PTZStatus><tt:MoveStatus>${canPan || canTilt ? panTilt : ''}${canZoom ? zoom : ''}</tt:MoveStatus><tt:UtcTime>${new Date(now).toISOString()}</tt:UtcTime></tptz:PTZStatus>`;
}

function preset({ id, name }: PtzPreset): Markup {
  return markup`<tptz:Preset token="${id}">${name === '' ? '' : markup`<tt:Name>${name}</tt:Name>`}</tptz:Preset>`;
}

async function continuousMove(
  { abilities }: OnvifMotor,
  { request, steering, link, now }: OnvifLinkQuestion,
): Promise<Markup | OnvifFault> {
  const velocity = readVelocity(request, abilities);
  if ('subcodes' in velocity) return velocity;
  const written = textOf(request, 'Timeout');
  const wanted = written === '' ? lasting.usual : readDuration(written);
  if (wanted === null || wanted <= 0) return onvifFaults.badTimeout;
  const lastsMs = Math.min(Math.max(wanted, lasting.min), lasting.max);
  await steering.move(link.id, { velocity, lastsMs, askedAt: now });
  return markup``;
}

/** Reads a speed. What is not named stands still, and so does what the camera can't move. */
function readVelocity(request: XmlElement, { canPan, canTilt, canZoom }: PtzAbilities): PtzVelocity | OnvifFault {
  const [velocity] = childrenOf(request, 'Velocity', onvif);
  const [panTilt] = childrenOf(velocity, 'PanTilt', onvif);
  const [zoom] = childrenOf(velocity, 'Zoom', onvif);
  const isIn = (vector: XmlElement | undefined, space: string): boolean => (vector?.attributes.get('space') ?? space) === space;
  if (!isIn(panTilt, panTiltSpace) || !isIn(zoom, zoomSpace)) return onvifFaults.noSpace;
  const [x, y, z] = [speedOf(panTilt, 'x'), speedOf(panTilt, 'y'), speedOf(zoom, 'x')];
  if (x === null || y === null || z === null) return onvifFaults.badSpeed;
  return { pan: canPan ? x : 0, tilt: canTilt ? y : 0, zoom: canZoom ? z : 0 };
}

/** Returns null for anything but a number from -1 to 1. */
function speedOf(vector: XmlElement | undefined, axis: 'x' | 'y'): number | null {
  if (!vector) return 0;
  const written = vector.attributes.get(axis)?.trim() ?? '';
  const speed = written === '' ? Number.NaN : Number(written.slice(0, 40));
  // From -0 to 0.
  return Math.abs(speed) <= 1 ? speed + 0 : null;
}

async function goToPreset({ presets }: OnvifMotor, { request, steering, link }: OnvifLinkQuestion): Promise<Markup | OnvifFault> {
  const presetId = textOf(request, 'PresetToken');
  if (!presets.some(({ id }) => id === presetId)) return onvifFaults.noPreset;
  await steering.go(link.id, { kind: 'preset', presetId });
  return markup``;
}

async function goHome({ abilities }: OnvifMotor, { steering, link }: OnvifLinkQuestion): Promise<Markup | OnvifFault> {
  if (!abilities.hasHome) return onvifFaults.noHome;
  await steering.go(link.id, { kind: 'home' });
  return markup``;
}

/** Asks for what the camera can do, which is remembered for a while. */
function withMotor(
  answer: (motor: OnvifMotor, question: OnvifLinkQuestion) => Markup | OnvifFault | Promise<Markup | OnvifFault>,
): (question: OnvifLinkQuestion) => Promise<Markup | OnvifFault> {
  return async (question) => {
    const motor = await question.steering.read(question.link.id);
    return motor ? answer(motor, question) : onvifFaults.noMotor;
  };
}

function ofProfile(answer: OnvifLinkOperation): OnvifLinkOperation {
  return (question) =>
    Object.values<string>(profileTokens).includes(textOf(question.request, 'ProfileToken')) ? answer(question) : onvifFaults.noProfile;
}

function ofConfiguration(name: 'PTZConfigurationToken' | 'ConfigurationToken', answer: OnvifLinkOperation): OnvifLinkOperation {
  return (question) => (textOf(question.request, name) === token ? answer(question) : onvifFaults.noConfiguration);
}

function durationOf(milliseconds: number): string {
  return `PT${milliseconds / 1000}S`;
}

function textOf(parent: XmlElement, name: string): string {
  return childrenOf(parent, name, onvif)[0]?.text ?? '';
}
