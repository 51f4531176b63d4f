import type { PictureRotation } from '@watchpost/contract/schemas/camera-settings';
import { elementAt, namespaces, onvif, textAt } from '../soap/onvif-soap.ts';
import { childrenOf, escapeXml, writeXml, type XmlElement } from '../soap/onvif-xml.ts';
import type { OnvifProfile } from '../camera/onvif-profiles.ts';
import type { OnvifSession } from '../control/onvif-session.ts';
import type { SettingsPart } from './onvif-settings-part.ts';

/** Reads the rotation of the picture. @param service the version of the media service that provides the stream */
export async function readPicture(
  session: OnvifSession,
  service: 'media' | 'media2',
  { source }: OnvifProfile,
): Promise<SettingsPart | null> {
  const configurations = childrenOf(await session.call(service, 'GetVideoSourceConfigurations'), 'Configurations', onvif);
  const configuration = configurations.find((one) => textAt(one, 'SourceToken') === source);
  const token = configuration?.attributes.get('token') ?? '';
  if (!configuration || token === '') return null;
  const answer = await session.call(
    service,
    'GetVideoSourceConfigurationOptions',
    `<q:ConfigurationToken>${escapeXml(token)}</q:ConfigurationToken>`,
  );
  const choices = choicesOf(elementAt(answer, 'Options', 'Extension', 'Rotate'));
  if (choices.length < 2) return null;
  return {
    settings: { rotation: rotationOf(elementAt(configuration, 'Extension', 'Rotate')) },
    choices: { rotation: choices },
    write: async ({ rotation = 0 }) => {
      const changed = writeXml({ ...rotated(configuration, rotation), name: 'Configuration', namespace: namespaces[service] });
      await session.call(
        service,
        'SetVideoSourceConfiguration',
        changed + (service === 'media' ? '<q:ForcePersistence>true</q:ForcePersistence>' : ''),
      );
    },
  };
}

function choicesOf(options: XmlElement | undefined): PictureRotation[] {
  const modes = childrenOf(options, 'Mode', onvif).map(({ text }) => text);
  if (!modes.includes('ON')) return [];
  const degrees = childrenOf(elementAt(options, 'DegreeList'), 'Items', onvif).map(({ text }) => Number(text));
  // "ON" without degrees is upside down (ONVIF media service, 5.2.9).
  const turned = degrees.length === 0 ? [180] : degrees;
  return ([0, 90, 180, 270] as const).filter((degree) => degree === 0 || turned.includes(degree));
}

function rotationOf(rotate: XmlElement | undefined): PictureRotation {
  if (textAt(rotate, 'Mode') !== 'ON') return 0;
  const degree = Number(textAt(rotate, 'Degree') || 180);
  return ([90, 180, 270] as const).find((known) => known === degree) ?? 0;
}

/** Returns the camera's configuration with this rotation, otherwise unchanged. */
function rotated(configuration: XmlElement, rotation: PictureRotation): XmlElement {
  const extension = elementAt(configuration, 'Extension') ?? element('Extension', []);
  const rotate = element(
    'Rotate',
    rotation === 0 ? [element('Mode', [], 'OFF')] : [element('Mode', [], 'ON'), element('Degree', [], String(rotation))],
  );
  const others = extension.children.filter(({ name }) => name !== 'Rotate');
  const rest = configuration.children.filter(({ name }) => name !== 'Extension');
  return { ...configuration, children: [...rest, { ...extension, children: [rotate, ...others] }] };
}

function element(name: string, children: readonly XmlElement[], text: string = ''): XmlElement {
  return { namespace: namespaces.schema, name, attributes: new Map(), children, text };
}
