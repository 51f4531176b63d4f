import { formatBytes, formatDuration, formatTime, zoneMark } from '@watchpost/sdk-core';
import type { SdCardVideo } from '@watchpost/sdk-core';
import { CirclePlay } from 'lucide-react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Badge } from '../../shared/ui/status.tsx';
import { text } from './sd-card-texts.ts';

export interface SdCardVideoRowProps {
  readonly video: SdCardVideo;
  readonly timeZone: string;
  readonly onOpen: (video: SdCardVideo) => void;
}

/** One recording: time, duration, size. An unfinished one cannot be played yet, and says so. */
export function SdCardVideoRow({ video, timeZone, onOpen }: SdCardVideoRowProps): ReactNode {
  const { startAt, endAt, size } = video;
  const locale = currentLocale();
  const clock = (time: number): string => formatTime(time, { locale, timeZone });
  const what = (
    <span className="sd-card-row-text">
      <b className="n">
        {endAt === null ? clock(startAt) : `${clock(startAt)} – ${clock(endAt)}`}
        {zoneMark(startAt, { locale, timeZone })}
      </b>
      <span className="dim n">
        {endAt === null ? text('notYet') : `${formatDuration(endAt - startAt)} · ${formatBytes(size, { locale })}`}
      </span>
    </span>
  );
  return (
    <li>
      {endAt === null ? (
        <div className="sd-card-row">
          {what}
          <Badge tone="danger">{text('stillRecording')}</Badge>
        </div>
      ) : (
        <button type="button" className="sd-card-row" data-video={video.id} onClick={() => onOpen(video)}>
          {what}
          <CirclePlay size={24} aria-hidden="true" />
        </button>
      )}
    </li>
  );
}
