import type { EmbedArchive, EmbedLink } from '@watchpost/sdk-core';
import { day } from '../parts/developers-say.ts';
import type { ArchiveOption } from './developers-link-draft.ts';
import { text } from './developers-embeds-texts.ts';

/** Whole days are said as days. */
const daysOf = (hours: number): number | null => (hours > 24 && hours % 24 === 0 ? hours / 24 : null);

/** Says what can be played: "live and the last 2 hours". */
export function contentText(archive: EmbedArchive | null, now: number): string {
  if (archive === null) return text('live');
  if (archive.kind === 'all') return text('liveAndAll');
  if (archive.kind === 'period') return text('liveAndPeriod', { from: day(archive.from, now), until: day(archive.until - 1, now) });
  if (archive.hours === 1) return text('liveAndHour');
  const days = daysOf(archive.hours);
  return days === null ? text('liveAndHours', { count: archive.hours }) : text('liveAndDays', { count: days });
}

export function archiveLabel(option: ArchiveOption): string {
  if (option === 'none') return text('archiveNone');
  if (option === 'all') return text('archiveAll');
  if (option === 'period') return text('archivePeriod');
  if (option === '1') return text('archiveHour');
  const days = daysOf(Number(option));
  return days === null ? text('archiveHours', { count: Number(option) }) : text('archiveDays', { count: days });
}

/** The code that shows a link on a page. */
export function iframeOf({ url, name }: Pick<EmbedLink, 'url' | 'name'>): string {
  const title = name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<iframe src="${url}" title="${title}" allow="autoplay; fullscreen; picture-in-picture" style="width:100%;aspect-ratio:16/9;border:0"></iframe>`;
}
