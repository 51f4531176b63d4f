import { errorText } from '@watchpost/sdk-core';
import type { Camera, SdCardVideo } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { dayKey, dayOf, dayText, knownZone } from '../../shared/time/time-texts.ts';
import { useCapabilities, useServerNow } from '../../shared/live/capabilities.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Spinner } from '../../shared/ui/status.tsx';
import { SdCardDialog } from './sd-card-dialog.tsx';
import { useSdCardVideos } from './sd-card-queries.ts';
import { text } from './sd-card-texts.ts';
import { SdCardVideoDialog } from './sd-card-video-dialog.tsx';
import { SdCardVideoRow } from './sd-card-video-row.tsx';

/** Lists the card's recordings by day. */
export function SdCardVideos({ camera }: { readonly camera: Camera }): ReactNode {
  const { videos, error, hasOlder, isBusy, loadOlder, retry } = useSdCardVideos(camera.id);
  const [open, setOpen] = useState<SdCardVideo | 'set-up' | null>(null);
  const timeZone = knownZone(camera.timeZone);
  const { canChangeSettings } = useCapabilities(camera);
  const now = useServerNow();
  const setUp = canChangeSettings ? (
    <Button size="s" onClick={() => setOpen('set-up')}>
      {text('setUp')}
    </Button>
  ) : null;
  return (
    <div className="sd-card-videos">
      {!videos && error ? (
        <div className="sd-card-note">
          <b>{text('videosFailed')}</b>
          <p>{errorText(error, currentLocale())}</p>
          <div className="sd-card-note-actions">
            <Button size="s" busy={isBusy} onClick={retry}>
              {text('retry')}
            </Button>
            {setUp}
          </div>
        </div>
      ) : !videos ? (
        <div className="sd-card-wait">
          <Spinner label={text('asking')} />
        </div>
      ) : videos.length === 0 ? (
        <div className="sd-card-note">
          <b>{text('noVideos')}</b>
          {canChangeSettings ? <p>{text('noVideosText')}</p> : null}
          <div className="sd-card-note-actions">{setUp}</div>
        </div>
      ) : (
        <>
          {byDay(videos, timeZone).map(({ key, at, videos: ofDay }) => (
            <section key={key} aria-labelledby={`sd-card-${key}`}>
              <h3 className="sd-card-day" id={`sd-card-${key}`}>
                {dayName(at, now(), timeZone)}
              </h3>
              <ul>
                {ofDay.map((video) => (
                  <SdCardVideoRow key={video.id} video={video} timeZone={timeZone} onOpen={setOpen} />
                ))}
              </ul>
            </section>
          ))}
          {hasOlder ? (
            <Button wide busy={isBusy} onClick={loadOlder}>
              {text('older')}
            </Button>
          ) : null}
        </>
      )}
      {open === 'set-up' ? (
        <SdCardDialog camera={camera} onClose={() => setOpen(null)} />
      ) : open ? (
        <SdCardVideoDialog cameraId={camera.id} timeZone={timeZone} video={open} onClose={() => setOpen(null)} />
      ) : null}
    </div>
  );
}

function byDay(
  videos: readonly SdCardVideo[],
  timeZone: string,
): { readonly key: string; readonly at: number; readonly videos: SdCardVideo[] }[] {
  const days = new Map<string, SdCardVideo[]>();
  for (const video of videos) {
    const key = dayKey(video.startAt, timeZone);
    const ofDay = days.get(key);
    if (ofDay) ofDay.push(video);
    else days.set(key, [video]);
  }
  return [...days].map(([key, ofDay]) => ({ key, at: ofDay[0]?.startAt ?? 0, videos: ofDay }));
}

function dayName(at: number, now: number, timeZone: string): string {
  const day = dayOf(at, now, timeZone);
  return day === 'other' ? dayText(at, now, currentLocale(), timeZone) : text(day);
}
