import { errorMessages, type ErrorCode, type Locale } from '@watchpost/contract/kernel';
import type { TelegramMessage } from '../../../adapters/telegram/port.ts';
import type { Db } from '../../../db/database.ts';
import type { CameraAccess } from '../../../kernel/access/access.ts';
import { openArchive, openPart, type OpenArchive } from '../../../kernel/access/open-archive.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { CameraAccessResolver } from '../../cameras/index.ts';
import type { ChatOwner } from '../telegram-chats.ts';
import { plainMessage } from '../telegram-message.ts';
import { telegramTexts } from '../telegram-texts.ts';

/** A part of the archive as one MP4 file. */
interface ClipFile {
  readonly size: number;
  read(): AsyncIterable<Uint8Array>;
}

export interface TelegramMomentsDeps {
  readonly db: Db;
  readonly resolveAccess: CameraAccessResolver['resolve'];
  readonly setFalseAlarm: (cameraId: string, eventId: string, isFalseAlarm: boolean, open: OpenArchive) => Promise<void>;
  readonly openClip: (
    cameraId: string,
    range: { readonly from: number; readonly to: number },
    withAudio: boolean,
    open: OpenArchive,
  ) => Promise<ClipFile>;
}

/** What the buttons below an alert do; rights are those of the accounts that linked the chat, now. */
export interface TelegramMoments {
  markFalse(owners: readonly ChatOwner[], eventId: string, locale: Locale): Promise<TelegramMessage>;
  clip(owners: readonly ChatOwner[], eventId: string, locale: Locale): Promise<TelegramMessage>;
}

/** Around the beginning of the event, ms: what led to it matters too. */
const clipMs = { before: 3000, after: 7000 };
/** Telegram takes 50 MB; nobody waits for that on a phone. */
const maxClipBytes = 20 * 1024 * 1024;

export function createTelegramMoments({ db, resolveAccess, setFalseAlarm, openClip }: TelegramMomentsDeps): TelegramMoments {
  /** @param refusal for users who see the camera, but can't do this */
  const find = async (owners: readonly ChatOwner[], eventId: string, can: (access: CameraAccess) => boolean, refusal: ErrorCode) => {
    const event = await db.selectFrom('events').select(['camera_id', 'start_ms']).where('id', '=', eventId).executeTakeFirst();
    if (!event) throw new AppError('not-found');
    let isVisible = false;
    for (const { customerId } of owners) {
      const access = await resolveAccess(customerId, event.camera_id);
      if (access && can(access)) return { access, at: event.start_ms };
      isVisible ||= access?.capabilities.isVisible === true;
    }
    throw new AppError(isVisible ? refusal : 'not-found');
  };
  const orReason = async (locale: Locale, work: () => Promise<TelegramMessage>): Promise<TelegramMessage> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return plainMessage(errorMessages[locale][error.code]);
    }
  };

  return {
    markFalse: (owners, eventId, locale) =>
      orReason(locale, async () => {
        const { access } = await find(owners, eventId, ({ capabilities }) => capabilities.canChangeSettings, 'forbidden');
        await setFalseAlarm(access.cameraId, eventId, true, openArchive(access.capabilities));
        return plainMessage(telegramTexts[locale].falseAlarmDone);
      }),
    clip: (owners, eventId, locale) =>
      orReason(locale, async () => {
        const { access, at } = await find(owners, eventId, ({ capabilities }) => capabilities.canPlayArchive, 'no-archive-access');
        const open = openArchive(access.capabilities);
        const range = openPart(open, { from: at - clipMs.before, to: at + clipMs.after });
        const file = await openClip(access.cameraId, range, access.capabilities.canHear, open);
        if (file.size > maxClipBytes) return plainMessage(telegramTexts[locale].clipTooLarge);
        const chunks: Uint8Array[] = [];
        for await (const chunk of file.read()) chunks.push(chunk);
        return { ...plainMessage(''), video: Buffer.concat(chunks) };
      }),
  };
}
