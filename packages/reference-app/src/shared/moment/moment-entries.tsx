import { errorText, formatMoment } from '@watchpost/sdk-core';
import type { Camera } from '@watchpost/sdk-core';
import { copyText } from '@watchpost/sdk-core/browser';
import { Image, Link } from 'lucide-react';
import { useClient } from '../client.tsx';
import { currentLocale } from '../i18n/i18n.ts';
import { withBasePath } from '../navigation/base-path.ts';
import { to } from '../navigation/targets.ts';
import { knownZone } from '../time/time-texts.ts';
import type { MenuEntry } from '../ui/menu-entry.ts';
import { showToast } from '../ui/toast.ts';
import { canShareFiles, pictureName, sharePicture } from './moment-share.ts';
import { momentText } from './moment-texts.ts';

export interface MomentOfCamera {
  readonly cameraId: string;
  readonly camera: Pick<Camera, 'title' | 'timeZone'> | undefined;
  /** Unix milliseconds. */
  readonly at: () => number;
  /** Loads the picture of that moment; absent: from the archive. */
  readonly picture?: (() => Promise<Blob>) | undefined;
}

/** The address that opens a camera at a second. */
function linkToSecond(cameraId: string, at: number): string {
  return location.origin + withBasePath(to.Camera(cameraId, { at: Math.floor(at / 1000) * 1000 }));
}

/** What can be done with any moment of a camera: a link to it, its picture. */
export function useMomentEntries(): (moment: MomentOfCamera) => readonly MenuEntry[] {
  const client = useClient();
  return ({ cameraId, camera, at, picture }) => {
    const timeZone = knownZone(camera?.timeZone ?? '');
    const copy = async (): Promise<void> => {
      const time = at();
      try {
        await copyText(linkToSecond(cameraId, time));
      } catch {
        return showToast('error', momentText('linkFailed'), { id: 'moment', text: momentText('linkFailedText') });
      }
      const shown = formatMoment(time, client.serverNow(), { locale: currentLocale(), timeZone });
      showToast('success', momentText('linkCopied'), { id: 'moment', text: momentText('linkCopiedText', { time: shown }) });
    };
    const share = async (): Promise<void> => {
      const time = at();
      try {
        const blob = await (picture ? picture() : client.archive.snapshot(cameraId, time));
        const result = await sharePicture(blob, pictureName(camera?.title ?? '', time, timeZone));
        if (result === 'saved') showToast('success', momentText('pictureSaved'), { id: 'moment' });
      } catch (error) {
        showToast('error', momentText('pictureFailed'), { id: 'moment', text: errorText(error, currentLocale()) });
      }
    };
    return [
      { kind: 'item', label: momentText('copyLink'), icon: <Link size={20} />, onAction: () => void copy() },
      {
        kind: 'item',
        label: momentText(canShareFiles() ? 'sharePicture' : 'savePicture'),
        icon: <Image size={20} />,
        onAction: () => void share(),
      },
    ];
  };
}
