import type { JSX } from 'react';
import { formatTime } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import { Icon } from '../../../primitives/icons.tsx';
import type { IconName } from '../../../primitives/icons.tsx';
import { useWatchpost } from '../player-context.tsx';
import type { PlayerController } from '../player-controller.ts';

interface BarProps {
  readonly controller: PlayerController;
  readonly goTo: (time: number | 'live') => void;
}

/** Left what time is doing, right what the eye does. */
export function ControlBar({ controller, goTo }: BarProps): JSX.Element {
  const { t } = useWatchpost();
  const { kind } = useValue(controller.state);
  const hasArchive = useValue(controller.hasArchive);
  const hasAudio = useValue(controller.hasAudio);
  const moving = kind !== 'paused' && kind !== 'error';
  const muted = useValue(controller.muted);
  const full = useValue(controller.fullscreen);
  return (
    <div className="wp-bar">
      <BarButton icon={moving ? 'pause' : 'play'} label={t(moving ? 'pause' : 'play')} onClick={() => controller.toggle()} />
      {hasArchive && (
        <BarButton wide icon="rewind" label={t('back')} onClick={() => goTo((controller.position.value ?? controller.now()) - 5_000)} />
      )}
      <TimeTag controller={controller} goTo={goTo} />
      {hasAudio && <BarButton icon={muted ? 'muted' : 'sound'} label={t(muted ? 'unmute' : 'mute')} onClick={() => controller.setMuted(!muted)} />}
      <span className="wp-grow" />
      <BarButton icon={full ? 'minimize' : 'maximize'} label={t(full ? 'exitFullscreen' : 'fullscreen')} onClick={() => controller.toggleFullscreen()} />
    </div>
  );
}

interface BarButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
  /** Only where there is room for it. */
  readonly wide?: boolean;
}

function BarButton({ icon, label, onClick, wide = false }: BarButtonProps): JSX.Element {
  return (
    <button type="button" className={wide ? 'wp-pb wp-wide' : 'wp-pb'} aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

/** Says what the picture is: LIVE 0.4 s, Recorded 14:02:11, Offline since 13:58. In the past it leads back to now. */
function TimeTag({ controller, goTo }: BarProps): JSX.Element {
  const { t, locale } = useWatchpost();
  const state = useValue(controller.state);
  const timeZone = useValue(controller.camera)?.timeZone;
  const clock = (time: number, seconds: boolean): string => formatTime(time, { locale, timeZone, seconds });
  const position = useValue(controller.position);
  const latency = useValue(controller.latency);
  if (state.kind === 'live') {
    return (
      <span className="wp-tag">
        <span className="wp-dot" />
        {t('live')}
        {latency !== null && <small>{t('seconds', { value: (Math.max(100, latency) / 1000).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) })}</small>}
      </span>
    );
  }
  if (state.kind === 'offline') return <span className="wp-tag">{t('offlineSince', { time: clock(state.since, false) })}</span>;
  const past = (state.kind === 'archive' || 'mode' in state && state.mode === 'archive') && position !== null;
  const text = past ? t('recorded', { time: clock(position, true) }) : t(state.kind === 'paused' ? 'paused' : 'connecting');
  return (
    <>
      {state.kind !== 'error' && <span className="wp-tag">{text}</span>}
      {(past || state.kind === 'paused') && (
        <button type="button" className="wp-tag wp-to-live" aria-label={t('goLive')} title={t('goLive')} onClick={() => goTo('live')}>
          <span className="wp-dot" />
          {t('live')}
        </button>
      )}
    </>
  );
}
