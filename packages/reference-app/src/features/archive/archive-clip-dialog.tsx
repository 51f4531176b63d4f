import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  dayOf,
  dayRange,
  errorText,
  formatBytes,
  formatDuration,
  formatTime,
  WatchpostError,
  zoneMark,
  zoneOffset,
  systemClock,
} from '@watchpost/sdk-core';
import type { Camera } from '@watchpost/sdk-core';
import { maxClipMs, minClipMs } from '@watchpost/widgets/react';
import type { TimeWindow } from '@watchpost/widgets/react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { dateText } from '../../shared/calendar/calendar-texts.ts';
import { useClient } from '../../shared/client.tsx';
import { timeWithSecondsMask } from '../../shared/forms/field-masks.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Checkbox } from '../../shared/ui/choice.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { clipSize } from './archive-app-downloads.ts';
import { isShorter, parseClock, recordedWithin } from './archive-download-model.ts';
import { text } from './archive-texts.ts';

interface ClipDialogProps {
  readonly camera: Pick<Camera, 'id' | 'title' | 'timeZone'>;
  readonly clip: TimeWindow;
  readonly onClose: () => void;
  /** Moves the handles to the typed times. */
  readonly onClip: (clip: TimeWindow) => void;
  readonly onDownload: (clip: TimeWindow, withManifest: boolean) => void;
}

/** Asks for the exact range and an optional manifest, shows the size, and starts the download. */
export function ClipDialog({ camera, clip, onClose, onClip, onDownload }: ClipDialogProps): ReactNode {
  const options = { locale: currentLocale(), timeZone: camera.timeZone };
  const clock = (time: number): string => formatTime(time, options);
  const date = dayOf(clip.from, camera.timeZone);
  const [from, setFrom] = useState(() => clock(clip.from));
  const [to, setTo] = useState(() => clock(clip.to));
  const [withManifest, setWithManifest] = useState(false);
  const chosen = chosenRange(from, to, clip, camera.timeZone);
  const { size, recorded, error } = useClipFacts(camera.id, typeof chosen === 'string' ? null : chosen);
  const problem =
    typeof chosen === 'string'
      ? text(chosen)
      : error instanceof WatchpostError && error.code === 'no-footage'
        ? text('noFootage')
        : error
          ? errorText(error, currentLocale())
          : null;
  const type = (start: string, end: string): void => {
    setFrom(start);
    setTo(end);
    const next = chosenRange(start, end, clip, camera.timeZone);
    if (typeof next !== 'string') onClip(next);
  };
  const download = (): void => {
    if (typeof chosen !== 'string' && problem === null) onDownload(chosen, withManifest);
  };
  return (
    <Dialog
      title={text('clipTitle')}
      onClose={onClose}
      onSubmit={download}
      footer={
        <>
          <Button onClick={onClose}>{text('cancel')}</Button>
          <Button look="primary" type="submit" disabled={problem !== null}>
            {text('download')}
          </Button>
        </>
      }
    >
      <div className="clip-times">
        <Field
          label={text('clipFrom')}
          value={from}
          onValue={(value) => type(value, to)}
          mask={timeWithSecondsMask}
          inputMode="numeric"
          error={typeof chosen === 'string' && parseClock(from) === null ? text('clipNoTime') : null}
        />
        <Field
          label={text('clipTo')}
          value={to}
          onValue={(value) => type(from, value)}
          mask={timeWithSecondsMask}
          inputMode="numeric"
          error={typeof chosen === 'string' && parseClock(to) === null ? text('clipNoTime') : null}
        />
      </div>
      {typeof chosen === 'string' ? null : (
        <p>
          {text('clipSentence', {
            camera: camera.title,
            date: dateText(date),
            from: clock(chosen.from),
            to: clock(chosen.to) + zoneMark(chosen.to, options),
            duration: formatDuration(chosen.to - chosen.from),
          })}
        </p>
      )}
      <p className="clip-facts" role="status">
        {problem === null ? (
          <>
            <span className="dim">{text('clipSize')}</span>{' '}
            <b className="n">
              {size === null || size === undefined ? text('clipSizeUnknown') : formatBytes(size, { locale: currentLocale() })}
            </b>
          </>
        ) : (
          <span className="clip-problem">{problem}</span>
        )}
        {problem === null && typeof chosen !== 'string' && recorded !== undefined && isShorter(recorded, chosen.to - chosen.from) ? (
          <span className="dim">{text('clipPartly', { duration: formatDuration(recorded) })}</span>
        ) : null}
      </p>
      <Checkbox label={text('clipManifest')} description={text('clipManifestHint')} checked={withManifest} onChange={setWithManifest} />
    </Dialog>
  );
}

/** Returns the typed range near the marked one, or the key of the error. */
function chosenRange(
  from: string,
  to: string,
  clip: TimeWindow,
  timeZone: string,
): TimeWindow | 'clipNoTime' | 'clipTooShort' | 'clipTooLong' {
  const [start, end] = [parseClock(from), parseClock(to)];
  if (start === null || end === null) return 'clipNoTime';
  // An unchanged field keeps its milliseconds.
  const near = (time: number, sinceMidnight: number, written: string): number => {
    if (formatTime(time, { locale: currentLocale(), timeZone }) === written.trim()) return time;
    const midnight = dayRange(dayOf(time, timeZone), timeZone).from;
    const guess = midnight + sinceMidnight;
    // Clocks may have changed since midnight.
    return guess + zoneOffset(midnight, timeZone) - zoneOffset(guess, timeZone);
  };
  const range = { from: near(clip.from, start, from), to: near(clip.to, end, to) };
  if (range.to - range.from < minClipMs) return 'clipTooShort';
  return range.to - range.from > maxClipMs ? 'clipTooLong' : { from: range.from, to: Math.min(range.to, systemClock.now()) };
}

function useClipFacts(
  cameraId: string,
  range: TimeWindow | null,
): { readonly size: number | null | undefined; readonly recorded: number | undefined; readonly error: Error | null } {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ['archive', 'clip', cameraId, range],
    queryFn: async ({ signal }) => {
      if (!range) return null;
      const [size, footage] = await Promise.all([
        clipSize(client, cameraId, range, signal),
        client.archive.footage(cameraId, range, { signal }),
      ]);
      return { size, recorded: recordedWithin(footage.recordings, range) };
    },
    enabled: range !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { size: data?.size, recorded: data?.recorded, error };
}
