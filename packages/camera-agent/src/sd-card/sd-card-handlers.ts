import {
  eraseSdCardCommand,
  formatSdCardCommand,
  listSdCardVideosCommand,
  moveSdCardCommand,
  openSdCardVideoCommand,
  readSdCardCommand,
  sendSdCardPieceCommand,
  writeSdCardCommand,
} from '@watchpost/contract/schemas/sd-card';
import { CommandError, handles, type CommandHandler } from '../control/command-handler.ts';
import { uploadPiece, type UploadOptions } from '../control/upload.ts';
import type { SdCard } from './sd-card.ts';

/** Handles the server's commands for a camera's SD card. */
export function createSdCardHandlers({ card, ...upload }: { readonly card: SdCard } & UploadOptions): CommandHandler[] {
  return [
    handles(readSdCardCommand, () => card.read()),
    handles(writeSdCardCommand, ({ recording, schedule }) =>
      card.write({ ...(recording && { recording }), ...(schedule && { schedule }) }),
    ),
    handles(formatSdCardCommand, async (_, { signal, progress }) => {
      await card.format(signal, progress);
      return {};
    }),
    handles(eraseSdCardCommand, async (_, { signal, progress }) => {
      await card.erase(signal, progress);
      return {};
    }),
    handles(listSdCardVideosCommand, ({ before, limit }) => card.list(before, limit)),
    handles(openSdCardVideoCommand, async ({ videoId, withAudio }) => {
      const { size } = await card.open(videoId, withAudio);
      return { size, etag: `"${videoId}-${size}"` };
    }),
    handles(sendSdCardPieceCommand, async ({ videoId, withAudio, start, end, uploadId }, { signal }) => {
      const rendition = await card.open(videoId, withAudio);
      if (end >= rendition.size) throw new CommandError('sd-card-video-gone');
      await uploadPiece(upload, uploadId, await rendition.read(start, end), signal);
      return {};
    }),
    handles(moveSdCardCommand, async ({ isMoving }) => {
      card.setMoving(isMoving);
      return {};
    }),
  ];
}
