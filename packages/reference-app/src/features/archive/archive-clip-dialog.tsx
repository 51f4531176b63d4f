import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dayOf, errorText, formatBytes, formatDuration, formatTime, WatchpostError, zoneMark } from '@watchpost/sdk-core';
import type { Camera } from '@watchpost/sdk-core';
import type { TimeWindow } from '@watchpost/widgets/react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { dateText } from '../../shared/calendar/calendar-texts.ts';
import { useClient } from '../../shared/client.tsx';
import { timeWithSecondsMask } from '../../shared/forms/field-masks.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Checkbox, Segmented } from '../../shared/ui/choice.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { clipSize } from './archive-app-downloads.ts';
import { chosenRange, fieldTime, otherMoment, withEnd } from './archive-clip-range.ts';
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
  const { serverNow } = useClient();
  const date = dayOf(clip.from, camera.timeZone);
  const [from, setFrom] = useState(() => fieldTime(clip.from, camera.timeZone));
  const [to, setTo] = useState(() => fieldTime(clip.to, camera.timeZone));
  const [withManifest, setWithManifest] = useState(false);
  const chosen = chosenRange({ from, to }, clip, camera.timeZone, serverNow());
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
    const next = chosenRange({ from: start, to: end }, clip, camera.timeZone, serverNow());
    if (typeof next !== 'string') onClip(next);
  };
  const move = (end: 'from' | 'to', time: number): void => {
    if (typeof chosen === 'string') return;
    const next = withEnd(chosen, end, time);
    setFrom(fieldTime(next.from, camera.timeZone));
    setTo(fieldTime(next.to, camera.timeZone));
    onClip(next);
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
        {typeof chosen === 'string' ? null : (
          <>
            <WhichMoment time={chosen.from} timeZone={camera.timeZone} onTime={(time) => move('from', time)} />
            <WhichMoment time={chosen.to} timeZone={camera.timeZone} onTime={(time) => move('to', time)} />
          </>
        )}
      </div>
      {typeof chosen === 'string' ? null : (
        <p>
          {text('clipSentence', {
            camera: camera.title,
            date: dateText(date),
            from: formatTime(chosen.from, { ...options, zone: 'repeated' }),
            to: formatTime(chosen.to, { ...options, zone: true }),
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

interface WhichMomentProps {
  readonly time: number;
  readonly timeZone: string;
  readonly onTime: (time: number) => void;
}

/** Clocks show some times twice a year: asks which is meant, "CEST" or "CET". */
function WhichMoment({ time, timeZone, onTime }: WhichMomentProps): ReactNode {
  const other = otherMoment(time, timeZone);
  if (other === null) return <span />;
  const moments = [Math.min(time, other), Math.max(time, other)];
  return (
    <Segmented
      small
      label={text('clipRepeated')}
      value={String(time)}
      onValue={(value) => onTime(Number(value))}
      options={moments.map((moment) => ({
        value: String(moment),
        label: zoneMark(moment, { locale: currentLocale(), timeZone }).trim(),
      }))}
    />
  );
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
