import { errorMessages, type Locale } from '@watchpost/contract/kernel';
import type { TelegramMessage } from '../../../adapters/telegram/port.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { formatClock, formatDay } from '../../../kernel/email-messages/email-message-dates.ts';
import type { CameraAccessResolver, CameraSnapshots } from '../../cameras/index.ts';
import type { ChatOwner } from '../telegram-chats.ts';
import { plainMessage, shorten } from '../telegram-message.ts';
import { telegramTexts } from '../telegram-texts.ts';

interface NamedCamera {
  readonly id: string;
  readonly title: string;
}

export interface TelegramSnapshotsDeps {
  /** Returns the cameras that a customer can see now. */
  readonly camerasOf: (customerId: string) => Promise<readonly NamedCamera[]>;
  readonly resolveAccess: CameraAccessResolver['resolve'];
  readonly snapshots: CameraSnapshots;
}

/** Answers `/snapshot Front door` with a picture, or with what to write. @param name of the camera, or a part of it */
export type SendSnapshot = (owners: readonly ChatOwner[], name: string, locale: Locale) => Promise<TelegramMessage>;

const maxText = 4000;
const maxTitle = 200;

export function createTelegramSnapshots({ camerasOf, resolveAccess, snapshots }: TelegramSnapshotsDeps): SendSnapshot {
  const watchable = async ({ customerId, timeZone }: ChatOwner) => {
    const found = [];
    for (const camera of await camerasOf(customerId)) {
      const access = await resolveAccess(customerId, camera.id);
      if (access?.capabilities.canWatch === true) found.push({ ...camera, customerId, timeZone });
    }
    return found;
  };

  return async (owners, name, locale) => {
    const { noCameras, whichCamera } = telegramTexts[locale];
    const all = (await Promise.all(owners.map(watchable))).flat();
    const cameras = [...new Map(all.map((camera) => [camera.id, camera])).values()];
    const wanted = name.toLowerCase();
    const exact = cameras.filter(({ title }) => title.toLowerCase() === wanted);
    const [camera, ...others] = exact.length > 0 ? exact : cameras.filter(({ title }) => title.toLowerCase().includes(wanted));
    if (cameras.length === 0) return plainMessage(noCameras);
    if (!camera || others.length > 0)
      return plainMessage(shorten([whichCamera, ...cameras.map(({ title }) => `/snapshot ${title}`)].join('\n'), maxText));
    try {
      const { jpeg, takenAt } = await snapshots.take(camera.customerId, camera.id);
      const title = shorten(camera.title, maxTitle);
      const zone = { locale, timeZone: camera.timeZone };
      const text = `${title}\n${formatDay(takenAt, zone)}, ${formatClock(takenAt, zone, true)}`;
      return { text, boldLength: title.length, picture: jpeg, buttons: [] };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return plainMessage(`${shorten(camera.title, maxTitle)}: ${errorMessages[locale][error.code]}`);
    }
  };
}
