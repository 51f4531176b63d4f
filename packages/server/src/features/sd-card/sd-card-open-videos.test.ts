import type { SdCardVideo } from '@watchpost/contract/schemas/sd-card';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wholeArchive, type OpenArchive } from '../../kernel/access/open-archive.ts';
import { listOpenVideos, requireOpenVideo } from './sd-card-open-videos.ts';

/** Ten recordings of a minute each, one every two minutes; the last one is still running. */
const minute = 60_000;
const card: readonly SdCardVideo[] = Array.from({ length: 10 }, (_, index) => {
  const startAt = index * 2 * minute;
  return { id: String(startAt), startAt, endAt: index === 9 ? null : startAt + minute, size: 1000 };
});
const list: Parameters<typeof listOpenVideos>[0] = async (_, { before, limit }) => {
  const older = card.filter(({ startAt }) => startAt < (before ?? Infinity)).toReversed();
  const videos = older.slice(0, limit);
  return { videos, next: older.length > limit ? (videos.at(-1)?.startAt ?? null) : null };
};
const isOpen = ({ startAt, endAt }: SdCardVideo, { from, to }: OpenArchive): boolean => startAt >= from && (endAt ?? startAt) <= to;

test('page by page, exactly the recordings that are open from beginning to end are listed', async () => {
  const time = fc.integer({ min: -minute, max: 21 * minute });
  await fc.assert(
    fc.asyncProperty(time, time, fc.integer({ min: 1, max: 5 }), async (from, to, limit) => {
      const open = { from, to };
      const found: SdCardVideo[] = [];
      let before: number | undefined;
      do {
        const page = await listOpenVideos(list, 'c', { before, limit }, open);
        found.push(...page.videos);
        before = page.next ?? undefined;
      } while (before !== undefined);
      expect(found).toEqual(card.filter((video) => isOpen(video, open)).toReversed());
      for (const video of card) {
        const played = requireOpenVideo(list, 'c', video.id, open);
        if (isOpen(video, open)) await played;
        else await expect(played).rejects.toMatchObject({ code: 'no-archive-access' });
      }
    }),
  );
});

test('without limits nothing is looked up; an unknown recording and a page before the period are refused', async () => {
  const never = async () => {
    throw new Error('The camera was asked.');
  };
  await requireOpenVideo(never, 'c', '5', wholeArchive);
  const open = { from: 4 * minute, to: 8 * minute };
  await expect(requireOpenVideo(list, 'c', '5', open)).rejects.toMatchObject({ code: 'sd-card-video-gone' });
  await expect(listOpenVideos(never, 'c', { before: 4 * minute, limit: 5 }, open)).rejects.toMatchObject({ code: 'no-archive-access' });
});
