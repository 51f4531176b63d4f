import { systemClock } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import { useValue } from '../../../../element/use-value.ts';
import { useControls } from '../control-context.tsx';
import type { Controls } from '../control-context.tsx';
import { ControlIcon } from '../control-icons.tsx';
import type { PlayerStats } from '../../player-controller-types.ts';
import { latencyLine } from './latency-line.ts';

const readIntervalMs = 1_000;
/** Length of the latency graph, seconds. */
const maxReadings = 60;
const lineSize = { width: 120, height: 24 };

/** Playback statistics, updated every second. */
export function Statistics(): JSX.Element | null {
  const controls = useControls();
  const { model, t } = controls;
  const shown = useValue(model.statistics);
  const [samples, setSamples] = useState<readonly PlayerStats[]>([]);
  useEffect(() => {
    if (!shown) return;
    let stop = (): void => {};
    const read = (): void => {
      stop = systemClock.after(readIntervalMs, read);
      setSamples((before) => [...before.slice(1 - maxReadings), model.controller.stats()]);
    };
    read();
    return () => {
      stop();
      setSamples([]);
    };
  }, [model, shown]);
  const now = samples.at(-1);
  if (!shown || !now) return null;
  const line = latencyLine(
    samples.map(({ latency }) => latency),
    lineSize,
  );
  return (
    <section className="wp-over wp-stats" aria-label={t('statistics')}>
      <dl>
        {rows(controls, now).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {line !== '' && (
        <svg className="wp-stats-line" viewBox={`0 0 ${lineSize.width} ${lineSize.height}`} preserveAspectRatio="none" aria-hidden="true">
          <polyline points={line} />
        </svg>
      )}
      <button type="button" className="wp-stats-close" aria-label={t('close')} onClick={() => model.showStatistics(false)}>
        <ControlIcon name="close" />
      </button>
    </section>
  );
}

const transports: Readonly<Record<string, string>> = {
  websocket: 'WebSocket → MSE',
  webcodecs: 'WebSocket → WebCodecs',
  webrtc: 'WebRTC (WHEP)',
  hls: 'LL-HLS',
  archive: 'HTTP → MSE',
};

function rows({ t, locale }: Controls, stats: PlayerStats): readonly (readonly [string, string])[] {
  const number = (value: number, digits = 0): string =>
    value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const time = (value: number): string => t('milliseconds', { value: number(value) });
  const { latency, bitrate, frameRate, codec, width, height, droppedFrames, totalFrames } = stats;
  const known = (value: string | null): string => value ?? '—';
  return [
    [t('statTransport'), known(stats.transport && (transports[stats.transport] ?? stats.transport))],
    [t('statLatency'), known(latency === null ? null : time(latency))],
    [t('statCodec'), known(codec && (stats.isTranscoded ? `${codec}, ${t('transcoded')}` : codec))],
    [t('statSize'), known(width > 0 ? `${width} × ${height}` : null)],
    [
      t('statBitrate'),
      known(
        bitrate === null
          ? null
          : bitrate >= 1e6
            ? t('megabits', { value: number(bitrate / 1e6, 1) })
            : t('kilobits', { value: number(bitrate / 1e3) }),
      ),
    ],
    [t('statFrames'), known(frameRate === null ? null : t('perSecond', { value: number(frameRate, 1) }))],
    [t('statDropped'), t('ofTotal', { value: number(droppedFrames), total: number(totalFrames) })],
    [t('statBuffer'), time(stats.buffer)],
  ];
}
