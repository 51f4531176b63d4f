import {
  readSettingsCommand,
  restartCommand,
  writeSettingsCommand,
  type DeviceState,
  type UpdateDeviceSettingsBody,
} from '@watchpost/contract/schemas/camera-settings';
import { OnvifError } from '../kernel/onvif-error.ts';
import { readProfiles } from '../camera/onvif-camera.ts';
import { chooseProfiles } from '../camera/onvif-profiles.ts';
import { readClock } from './onvif-clock.ts';
import { readNetwork } from './onvif-network.ts';
import { readNightVision } from './onvif-night-vision.ts';
import { readPicture } from './onvif-picture.ts';
import { does, ifReadable, type OnvifHandler, type OnvifSession } from '../control/onvif-session.ts';
import type { SettingsPart } from './onvif-settings-part.ts';
import { readSound } from './onvif-sound.ts';

/** The settings and restart commands of ONVIF cameras. */
export const onvifSettings: readonly OnvifHandler[] = [
  does(readSettingsCommand, null, (session) => readState(session)),
  does(writeSettingsCommand, null, (session, change) => session.inTurn(() => writeState(session, change))),
  does(restartCommand, null, async (session) => {
    await session.call('device', 'SystemReboot');
    return {};
  }),
];

async function readState(session: OnvifSession): Promise<DeviceState> {
  const [parts, network] = await Promise.all([readParts(session), readNetwork(session)]);
  return { ...stateOf(parts), network };
}

async function writeState(session: OnvifSession, change: UpdateDeviceSettingsBody): Promise<DeviceState> {
  const parts = await readParts(session);
  const { settings, choices } = stateOf(parts);
  const isPossible =
    Object.keys(change).every((name) => Object.hasOwn(settings, name)) &&
    (change.rotation === undefined || choices.rotation?.includes(change.rotation)) &&
    (change.nightVision === undefined || choices.nightVision?.includes(change.nightVision));
  if (!isPossible) throw new OnvifError('camera-unsupported');
  for (const part of parts) if (Object.keys(part.settings).some((name) => Object.hasOwn(change, name))) await part.write(change);
  // Read the value back: some cameras confirm a change without making it.
  return readState(session);
}

/** Reads the camera's settings. A part that it refuses to report counts as unsupported. Sends two requests at a time: small cameras take no more. */
async function readParts(session: OnvifSession): Promise<SettingsPart[]> {
  const [ofPicture, clock] = await Promise.all([readPictureParts(session), ifReadable(readClock(session))]);
  return [...ofPicture, clock].filter((part) => part !== null && part !== undefined);
}

async function readPictureParts(session: OnvifSession): Promise<(SettingsPart | null | undefined)[]> {
  const { media, profiles } = await readProfiles(session.client, session.services);
  const main = chooseProfiles(profiles, session.channel)?.main;
  if (!main) return [];
  return [
    await ifReadable(readPicture(session, media.name, main)),
    await ifReadable(readNightVision(session, main.source)),
    await ifReadable(readSound(session, media.name, main.token)),
  ];
}

function stateOf(parts: readonly SettingsPart[]): Pick<DeviceState, 'settings' | 'choices'> {
  return parts.reduce<Pick<DeviceState, 'settings' | 'choices'>>(
    (all, part) => ({ settings: { ...all.settings, ...part.settings }, choices: { ...all.choices, ...part.choices } }),
    { settings: {}, choices: {} },
  );
}
