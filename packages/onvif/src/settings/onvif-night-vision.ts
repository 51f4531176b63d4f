import type { NightVision } from '@watchpost/contract/schemas/camera-settings';
import { elementAt, onvif, textAt } from '../soap/onvif-soap.ts';
import { childrenOf, escapeXml } from '../soap/onvif-xml.ts';
import type { OnvifSession } from '../control/onvif-session.ts';
import type { SettingsPart } from './onvif-settings-part.ts';

/** The filter blocks infrared light: without it, the camera sees in the dark. */
const byFilter = new Map<string, NightVision>([
  ['OFF', 'on'],
  ['ON', 'off'],
  ['AUTO', 'auto'],
]);

/** @param source token of the video source */
export async function readNightVision(session: OnvifSession, source: string): Promise<SettingsPart | null> {
  if (!session.has('imaging')) return null;
  const lens = `<q:VideoSourceToken>${escapeXml(source)}</q:VideoSourceToken>`;
  const now = byFilter.get(textAt(await session.call('imaging', 'GetImagingSettings', lens), 'ImagingSettings', 'IrCutFilter'));
  const offered = childrenOf(elementAt(await session.call('imaging', 'GetOptions', lens), 'ImagingOptions'), 'IrCutFilterModes', onvif).map(
    ({ text }) => text,
  );
  const choices = [...byFilter].flatMap(([filter, mode]) => (offered.includes(filter) ? [mode] : []));
  if (now === undefined || choices.length < 2) return null;
  return {
    settings: { nightVision: now },
    choices: { nightVision: choices },
    write: ({ nightVision }) => {
      const [filter = ''] = [...byFilter].find(([, mode]) => mode === nightVision) ?? [];
      return session.call(
        'imaging',
        'SetImagingSettings',
        `${lens}<q:ImagingSettings><tt:IrCutFilter>${filter}</tt:IrCutFilter></q:ImagingSettings><q:ForcePersistence>true</q:ForcePersistence>`,
      );
    },
  };
}
