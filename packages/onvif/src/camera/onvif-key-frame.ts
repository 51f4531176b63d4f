import { requestKeyFrameCommand } from '@watchpost/contract/schemas/cameras';
import { does, type OnvifHandler } from '../control/onvif-session.ts';
import { OnvifError } from '../kernel/onvif-error.ts';
import { escapeXml } from '../soap/onvif-xml.ts';
import { readProfiles } from './onvif-camera.ts';
import { chooseProfiles } from './onvif-profiles.ts';

/** The command that requests a key frame of an ONVIF camera's main stream. */
export const onvifKeyFrames: readonly OnvifHandler[] = [
  does(requestKeyFrameCommand, null, async (session) => {
    const { media, profiles } = await readProfiles(session.client, session.services);
    const chosen = chooseProfiles(profiles, session.channel);
    if (!chosen) throw new OnvifError('camera-unsupported');
    await session.call(media.name, 'SetSynchronizationPoint', `<q:ProfileToken>${escapeXml(chosen.main.token)}</q:ProfileToken>`);
    return {};
  }),
];
