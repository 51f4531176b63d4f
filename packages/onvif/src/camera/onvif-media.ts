import { namespaces, elementAt, onvif, textAt } from '../soap/onvif-soap.ts';
import type { OnvifClient } from '../soap/onvif-client.ts';
import type { OnvifProfile } from './onvif-profiles.ts';
import { childrenOf, escapeXml, type XmlElement } from '../soap/onvif-xml.ts';

/** One of the two versions of the media service: lists the profiles, and returns their URLs. */
export interface MediaService {
  readonly name: 'media' | 'media2';
  profiles(): Promise<OnvifProfile[]>;
  /** Returns a profile's stream URL as the camera wrote it. */
  streamUri(token: string): Promise<string>;
  /** Returns a profile's snapshot URL as the camera wrote it. */
  snapshotUri(token: string): Promise<string>;
}

/** Three streams of each of 128 channels: no recorder has more. */
const maxProfiles = 384;

/** The media service of Profile S, which nearly every camera has. */
export function createMedia1(client: OnvifClient, url: URL): MediaService {
  const namespace = namespaces.media;
  return {
    name: 'media',
    profiles: async () => {
      const answer = await client.call({ url, namespace, name: 'GetProfiles' });
      return profilesOf(answer, (profile) => ({
        encoder: elementAt(profile, 'VideoEncoderConfiguration'),
        source: elementAt(profile, 'VideoSourceConfiguration'),
      }));
    },
    streamUri: async (token) => {
      const setup =
        '<q:StreamSetup><tt:Stream>RTP-Unicast</tt:Stream><tt:Transport><tt:Protocol>RTSP</tt:Protocol></tt:Transport></q:StreamSetup>';
      const answer = await client.call({
        url,
        namespace,
        name: 'GetStreamUri',
        content: `${setup}<q:ProfileToken>${escapeXml(token)}</q:ProfileToken>`,
      });
      return textAt(answer, 'MediaUri', 'Uri');
    },
    snapshotUri: async (token) =>
      textAt(
        await client.call({ url, namespace, name: 'GetSnapshotUri', content: `<q:ProfileToken>${escapeXml(token)}</q:ProfileToken>` }),
        'MediaUri',
        'Uri',
      ),
  };
}

/** The media service of Profile T: some new cameras have no other, and only this one supports H.265. */
export function createMedia2(client: OnvifClient, url: URL): MediaService {
  const namespace = namespaces.media2;
  return {
    name: 'media2',
    profiles: async () => {
      const answer = await client.call({
        url,
        namespace,
        name: 'GetProfiles',
        content: '<q:Type>VideoSource</q:Type><q:Type>VideoEncoder</q:Type>',
      });
      return profilesOf(answer, (profile) => ({
        encoder: elementAt(profile, 'Configurations', 'VideoEncoder'),
        source: elementAt(profile, 'Configurations', 'VideoSource'),
      }));
    },
    streamUri: async (token) => {
      const answer = await client.call({
        url,
        namespace,
        name: 'GetStreamUri',
        content: `<q:Protocol>RTSP</q:Protocol><q:ProfileToken>${escapeXml(token)}</q:ProfileToken>`,
      });
      return textAt(answer, 'Uri');
    },
    snapshotUri: async (token) =>
      textAt(
        await client.call({ url, namespace, name: 'GetSnapshotUri', content: `<q:ProfileToken>${escapeXml(token)}</q:ProfileToken>` }),
        'Uri',
      ),
  };
}

type Parts = (profile: XmlElement) => { readonly encoder: XmlElement | undefined; readonly source: XmlElement | undefined };

function profilesOf(answer: XmlElement, partsOf: Parts): OnvifProfile[] {
  return childrenOf(answer, 'Profiles', onvif)
    .slice(0, maxProfiles)
    .flatMap((profile) => {
      const { encoder, source } = partsOf(profile);
      const token = profile.attributes.get('token') ?? '';
      if (!encoder || token === '' || token.length > 256) return [];
      const pixels = (name: string): number => Number(textAt(encoder, 'Resolution', name).slice(0, 6)) || 0;
      return [
        {
          token,
          source: textAt(source, 'SourceToken'),
          sourceConfiguration: source?.attributes.get('token') ?? '',
          encoding: textAt(encoder, 'Encoding').toUpperCase().slice(0, 20),
          width: pixels('Width'),
          height: pixels('Height'),
        },
      ];
    });
}
