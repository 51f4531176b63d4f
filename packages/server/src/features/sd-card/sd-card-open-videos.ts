import type { SdCardVideo, SdCardVideoPage } from '@watchpost/contract/schemas/sd-card';
import { AppError } from '../../kernel/app-error.ts';
import { isOpenRange, isWholeArchive, wholeArchive, type OpenArchive } from '../../kernel/access/open-archive.ts';
import type { SdCardService } from './sd-card-service.ts';

type ListVideos = SdCardService['list'];

/**
 * Lists the recordings on a card that are open to a viewer from beginning to end.
 * @throws {AppError} no-archive-access when all of the page is closed
 */
export async function listOpenVideos(
  list: ListVideos,
  cameraId: string,
  { before, limit }: Parameters<ListVideos>[1],
  open: OpenArchive,
): Promise<SdCardVideoPage> {
  if (before !== undefined && before <= open.from) throw new AppError('no-archive-access');
  const latest = before === undefined && open.to === wholeArchive.to ? undefined : Math.min(before ?? open.to, open.to);
  const { videos, next } = await list(cameraId, { before: latest, limit });
  return { videos: videos.filter((video) => isOpenVideo(video, open)), next: next !== null && next > open.from ? next : null };
}

/** @throws {AppError} no-archive-access for a recording that is closed or partly closed, sd-card-video-gone for one that isn't on the card */
export async function requireOpenVideo(list: ListVideos, cameraId: string, videoId: string, open: OpenArchive): Promise<void> {
  if (isWholeArchive(open)) return;
  // A recording's id is when it begins.
  const { videos } = await list(cameraId, { before: Number(videoId) + 1, limit: 1 });
  const video = videos.find(({ id }) => id === videoId);
  if (!video) throw new AppError('sd-card-video-gone');
  if (!isOpenVideo(video, open)) throw new AppError('no-archive-access');
}

function isOpenVideo({ startAt, endAt }: SdCardVideo, open: OpenArchive): boolean {
  return isOpenRange(open, { from: startAt, to: endAt ?? startAt });
}
