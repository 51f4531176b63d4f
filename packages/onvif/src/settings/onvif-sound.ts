import { elementAt, onvif, textAt } from '../soap/onvif-soap.ts';
import { childrenOf, escapeXml, type XmlElement } from '../soap/onvif-xml.ts';
import type { OnvifSession } from '../control/onvif-session.ts';
import type { SettingsPart } from './onvif-settings-part.ts';

/** How the two versions of the media service name the parts of a profile that carry audio. */
interface SoundDialect {
  readonly listProfiles: string;
  readonly partOf: (profile: XmlElement, part: Part) => XmlElement | undefined;
  /** Lists the parts that can be added to a profile. */
  readonly compatible: (part: Part) => string;
  add(session: OnvifSession, profile: string, part: Part, token: string): Promise<unknown>;
  removeEncoder(session: OnvifSession, profile: string): Promise<unknown>;
}
type Part = 'AudioSource' | 'AudioEncoder';

const tokenElement = (profile: string): string => `<q:ProfileToken>${escapeXml(profile)}</q:ProfileToken>`;
const dialects: Readonly<Record<'media' | 'media2', SoundDialect>> = {
  media: {
    listProfiles: '',
    partOf: (profile, part) => elementAt(profile, `${part}Configuration`),
    compatible: (part) => `GetCompatible${part}Configurations`,
    add: (session, profile, part, token) =>
      session.call(
        'media',
        `Add${part}Configuration`,
        `${tokenElement(profile)}<q:ConfigurationToken>${escapeXml(token)}</q:ConfigurationToken>`,
      ),
    removeEncoder: (session, profile) => session.call('media', 'RemoveAudioEncoderConfiguration', tokenElement(profile)),
  },
  media2: {
    listProfiles: '<q:Type>AudioSource</q:Type><q:Type>AudioEncoder</q:Type>',
    partOf: (profile, part) => elementAt(profile, 'Configurations', part),
    compatible: (part) => `Get${part}Configurations`,
    add: (session, profile, part, token) =>
      session.call(
        'media2',
        'AddConfiguration',
        `${tokenElement(profile)}<q:Configuration><q:Type>${part}</q:Type><q:Token>${escapeXml(token)}</q:Token></q:Configuration>`,
      ),
    removeEncoder: (session, profile) =>
      session.call(
        'media2',
        'RemoveConfiguration',
        `${tokenElement(profile)}<q:Configuration><q:Type>AudioEncoder</q:Type></q:Configuration>`,
      ),
  },
};

/**
 * Reads whether the camera's stream contains audio: ONVIF has no switch for a microphone, but a profile without an audio
 * encoder is silent. @param profile the profile that viewers watch
 */
export async function readSound(session: OnvifSession, service: 'media' | 'media2', profile: string): Promise<SettingsPart | null> {
  const { listProfiles, partOf, compatible, add, removeEncoder } = dialects[service];
  const profiles = childrenOf(await session.call(service, 'GetProfiles', listProfiles), 'Profiles', onvif);
  const mine = profiles.find(({ attributes }) => attributes.get('token') === profile);
  if (!mine) return null;
  const offered = async (part: Part): Promise<readonly XmlElement[]> =>
    childrenOf(await session.call(service, compatible(part), tokenElement(profile)), 'Configurations', onvif);
  const [sources, encoders] = [await offered('AudioSource'), await offered('AudioEncoder')];
  const source = sources[0]?.attributes.get('token');
  // AAC passes through unchanged; the server has to transcode any other codec.
  const encoder = (encoders.find((one) => /AAC|MP4A/i.test(textAt(one, 'Encoding'))) ?? encoders[0])?.attributes.get('token');
  if (source === undefined || encoder === undefined) return null;
  return {
    settings: { isMicrophoneOn: partOf(mine, 'AudioEncoder') !== undefined },
    write: async ({ isMicrophoneOn }) => {
      if (isMicrophoneOn !== true) return removeEncoder(session, profile);
      if (!partOf(mine, 'AudioSource')) await add(session, profile, 'AudioSource', source);
      return add(session, profile, 'AudioEncoder', encoder);
    },
  };
}
