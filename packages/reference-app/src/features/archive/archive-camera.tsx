import { formatDate, formatTime } from '@watchpost/sdk-core';
import type { ArchiveDay, Camera, CalendarDate } from '@watchpost/sdk-core';
import { firstClip, minClipMs } from '@watchpost/widgets/react';
import type { TimelineEvent, TimelineProps, TimeWindow } from '@watchpost/widgets/react';
import { Download, Scissors } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useIsRoomy } from '../../shared/browser/media.ts';
import { useCapabilities } from '../../shared/live/capabilities.ts';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { MenuEntry } from '../../shared/ui/menu-entry.ts';
import { showToast } from '../../shared/ui/toast.ts';
import { downloadsOf } from './archive-app-downloads.ts';
import { CalendarDialog } from './archive-calendar-dialog.tsx';
import { ArchiveCalendar } from './archive-calendar.tsx';
import { ClipDialog } from './archive-clip-dialog.tsx';
import type { DescribeType } from './archive-marks.ts';
import { ArchiveMenu } from './archive-menu.tsx';
import { text } from './archive-texts.ts';
import { useTimelineContents } from './archive-timeline.ts';
import './archive-camera.css';

/** Length of a quick download (specification 2, section 9: the next 5 minutes), ms. */
const fiveMinutesMs = 5 * 60_000;

/** The player's moment, and how to move it. */
interface ArchiveMoment {
  readonly askedDate: CalendarDate | null;
  readonly shownDate: CalendarDate;
  readonly isLive: boolean;
  readonly current: () => number | 'live';
  readonly onGo: (moment: number | 'live') => void;
}

export interface CameraArchive {
  readonly timelineProps: Omit<Partial<TimelineProps>, 'controller' | 'onSeek'>;
  /** The calendar for the side column; null where the date opens it instead, or where there is no archive. */
  readonly calendar: ReactNode;
  /** Actions within reach of the thumb, on phones. */
  readonly dock: ReactNode;
  readonly dialogs: ReactNode;
  /** The timeline shows the handles of a clip. */
  readonly isMarking: boolean;
  /** E was pressed: starts or ends a clip. @param time Unix milliseconds */
  readonly onMark: (time: number) => void;
}

interface ArchiveOptions {
  /** Undefined until it is known. */
  readonly camera: Camera | undefined;
  readonly cameraId: string;
  readonly moment: ArchiveMoment;
  readonly recent: readonly TimelineEvent[];
  readonly describe: DescribeType;
  /** What else can be done with the moment that is shown. @param at returns it, Unix milliseconds */
  readonly moreOf: (at: () => number) => readonly MenuEntry[];
}

/** Returns the archive parts of the camera's screen: days, events on the timeline, clips. */
export function useCameraArchive({ camera, cameraId, moment, recent, describe, moreOf }: ArchiveOptions): CameraArchive {
  const client = useClient();
  const isRoomy = useIsRoomy();
  const [marked, setClip] = useState<TimeWindow | null>(null);
  const [open, setOpen] = useState<'calendar' | 'clip' | null>(null);
  const contents = useTimelineContents(cameraId, recent, describe);
  const { askedDate, shownDate, isLive, current, onGo } = moment;
  const hasAccess = useCapabilities(camera)?.canPlayArchive === true;
  const clip = hasAccess ? marked : null;

  const openDay = async (day: Pick<ArchiveDay, 'from' | 'to'>): Promise<void> => {
    setOpen(null);
    const { recordings } = await client.archive.footage(cameraId, { from: day.from, to: day.to });
    const first = recordings[0];
    if (first) onGo(Math.max(first.from, day.from));
  };
  useEffect(() => {
    if (askedDate === null || !hasAccess) return;
    const life = new AbortController();
    const find = async (): Promise<void> => {
      const { days } = await client.archive.days(cameraId, { from: askedDate, to: askedDate }, { signal: life.signal });
      const day = days[0];
      if (!day) return showToast('info', text('noDay'), { id: 'no-day' });
      const { recordings } = await client.archive.footage(cameraId, { from: day.from, to: day.to }, { signal: life.signal });
      if (recordings[0] && !life.signal.aborted) onGo(Math.max(recordings[0].from, day.from));
    };
    find().catch(() => {});
    return () => life.abort();
  }, [askedDate, hasAccess, client, cameraId, onGo]);

  const now = (): number => Math.floor(client.serverNow());
  const at = (): number => {
    const moment = current();
    return moment === 'live' ? now() : Math.min(Math.floor(moment), now());
  };
  const onMark = (time: number): void => {
    const end = Math.floor(time);
    setClip((before) => {
      if (!before) return firstClip(end, { from: 0, to: now() });
      return end - before.from >= minClipMs ? { from: before.from, to: end } : { from: end, to: before.to };
    });
  };
  useEffect(() => {
    // The player handles keys inside it. Around it E works too, even before the camera is known.
    const onKey = (event: KeyboardEvent): void => {
      const isElsewhere =
        event.target instanceof Element && event.target.closest('.wp-camera,dialog,input,textarea,select,[contenteditable]') !== null;
      if (isElsewhere || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (event.code === 'KeyE') onMark(at());
      else if (event.key === 'Escape') setClip(null);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });

  const download = (range: TimeWindow, withManifest: boolean, requestedMs = range.to - range.from): void => {
    if (!camera) return;
    const options = { locale: currentLocale(), timeZone: camera.timeZone };
    const time = `${formatDate(range.from, options)}, ${formatTime(range.from, { ...options, zone: 'repeated' })}–${formatTime(range.to, { ...options, zone: true })}`;
    downloadsOf(client).start({
      cameraId,
      title: camera.title,
      name: text('nameOf', { camera: camera.title, time }),
      range: { from: Math.floor(range.from), to: Math.ceil(range.to) },
      requestedMs,
      withManifest,
    });
  };
  // At the live edge no footage follows, so the button offers the past five minutes.
  const downloadFiveMinutes = (): void => {
    const from = current() === 'live' ? now() - fiveMinutesMs : at();
    download({ from, to: Math.min(now(), from + fiveMinutesMs) }, false, fiveMinutesMs);
  };
  const more = <ArchiveMenu entries={moreOf(at)} />;
  const fiveMinutesLabel = text(isLive ? 'lastFiveLong' : 'nextFiveLong');
  const buttons = clip ? (
    <>
      <Button size="s" onClick={() => setClip(null)}>
        {text('cancel')}
      </Button>
      <Button size="s" look="primary" icon={<Download size={16} />} onClick={() => setOpen('clip')}>
        {text('download')}
      </Button>
    </>
  ) : (
    <>
      <Button size="s" look="quiet" icon={<Scissors size={18} />} onClick={() => onMark(at())} title={text('clipMark')}>
        {text('clip')}
      </Button>
      <Button size="s" look="quiet" icon={<Download size={18} />} onClick={downloadFiveMinutes} title={fiveMinutesLabel}>
        {text(isLive ? 'lastFive' : 'nextFive')}
      </Button>
      {more}
    </>
  );
  const calendar =
    camera && hasAccess ? { cameraId, timeZone: camera.timeZone, shown: shownDate, onDay: (day: ArchiveDay) => void openDay(day) } : null;
  return {
    timelineProps: {
      events: contents.events,
      activity: contents.activity,
      onRange: contents.onRange,
      clip,
      onClip: setClip,
      tools: hasAccess ? <span className="archive-tools">{buttons}</span> : null,
      onDay: hasAccess ? () => setOpen('calendar') : undefined,
    },
    calendar: isRoomy && calendar ? <ArchiveCalendar {...calendar} /> : null,
    dock: !hasAccess ? null : clip ? (
      buttons
    ) : (
      <>
        <Button aria-label={text('clip')} onClick={() => onMark(at())}>
          <Scissors size={24} />
        </Button>
        <Button aria-label={fiveMinutesLabel} title={fiveMinutesLabel} onClick={downloadFiveMinutes}>
          <Download size={24} />
        </Button>
        {more}
      </>
    ),
    isMarking: clip !== null,
    dialogs: (
      <>
        {open === 'calendar' && calendar ? <CalendarDialog {...calendar} onClose={() => setOpen(null)} /> : null}
        {open === 'clip' && clip && camera ? (
          <ClipDialog
            camera={camera}
            clip={clip}
            onClip={setClip}
            onClose={() => setOpen(null)}
            onDownload={(range, withManifest) => {
              setOpen(null);
              setClip(null);
              download(range, withManifest);
            }}
          />
        ) : null}
      </>
    ),
    onMark,
  };
}
