import { memo, useEffect, useState } from 'react';
import type { FunctionComponent, JSX } from 'react';
import { formatTime, systemClock, zoneMark } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import { useWall } from './wall-context.tsx';
import { WallButton } from './wall-icons.tsx';
import { LayoutMenu } from './wall-layout-menu.tsx';
import { WallSettings } from './wall-settings.tsx';
import type { WallSettingsProps } from './wall-settings.tsx';
import { WallTimeline } from './wall-timeline.tsx';
import type { Fullscreen } from './use-fullscreen.ts';

export interface WallBarProps extends WallSettingsProps {
  readonly fullscreen: Fullscreen;
  readonly onBack?: (() => void) | undefined;
}

const speeds = [0.5, 1, 2, 4, 8] as const;

/** Playback on the left, the time in the middle, view on the right. */
export const WallBar: FunctionComponent<WallBarProps> = memo(function WallBar({
  fullscreen,
  onBack,
  ...settings
}: WallBarProps): JSX.Element {
  const { wall, t } = useWall();
  const isPaused = useValue(wall.isPaused);
  const one = useValue(wall.one);
  const isPlayback = useValue(wall.playback) !== null;
  return (
    <div className="wp-wall-bar">
      <PageProgress />
      {one !== null ? (
        <WallButton icon="back" label={t('toWall')} onClick={() => wall.showOne(null)} />
      ) : isPlayback ? (
        <WallButton icon="back" label={t('goLive')} onClick={() => wall.goTo('live')} />
      ) : (
        onBack && <WallButton icon="back" label={t('back')} onClick={onBack} />
      )}
      <WallButton icon={isPaused ? 'play' : 'pause'} label={t(isPaused ? 'play' : 'pause')} onClick={() => wall.setPaused(!isPaused)} />
      <WallClock />
      {isPlayback ? <SpeedChoice /> : <LiveCount />}
      <WallTimeline />
      <Pages />
      {!isPlayback && one === null && <LayoutMenu />}
      <WallSettings {...settings} />
      <WallButton
        icon={fullscreen.isFull ? 'minimize' : 'maximize'}
        label={t(fullscreen.isFull ? 'exitFullscreen' : 'fullscreen')}
        onClick={fullscreen.isFull ? fullscreen.leave : fullscreen.enter}
      />
    </div>
  );
});

/** The server's time while the wall is live; the common time in playback. */
function WallClock(): JSX.Element {
  const { wall, client, locale } = useWall();
  const timeZone = useValue(wall.timeZone);
  const playback = useValue(wall.playback);
  const [time, setTime] = useState(() => client.player.live().serverNow());
  useEffect(() => {
    if (playback) return playback.position.subscribe(setTime);
    let stop = (): void => {};
    const tick = (): void => {
      const now = client.player.live().serverNow();
      setTime(now);
      // Exactly on the second.
      stop = systemClock.after(1_005 - (now % 1_000), tick);
    };
    tick();
    return () => stop();
  }, [client, playback]);
  return (
    <time className="wp-wall-clock">
      {formatTime(time, { locale, timeZone, zone: 'repeated' })}
      <small>{zoneMark(time, { locale, timeZone }).trim()}</small>
    </time>
  );
}

function LiveCount(): JSX.Element {
  const { wall, t } = useWall();
  const live = useValue(wall.live);
  const all = useValue(wall.watched).length;
  return (
    <span className="wp-wall-live" aria-label={t('liveOfSpoken', { live, all })} role="img">
      <span className={live > 0 ? 'wp-wall-dot wp-wall-dot-live' : 'wp-wall-dot'} />
      <b>{t('live')}</b>
      <span className="wp-wall-wide">{t('liveOf', { live, all })}</span>
    </span>
  );
}

function SpeedChoice(): JSX.Element | null {
  const { wall, t } = useWall();
  const playback = useValue(wall.playback);
  const [speed, setSpeed] = useState(1);
  useEffect(() => playback?.speed.subscribe(setSpeed), [playback]);
  if (!playback) return null;
  return (
    <span className="wp-wall-live">
      <button type="button" className="wp-wall-chip" onClick={() => wall.goTo('live')}>
        <span className="wp-wall-dot" />
        {t('live')}
      </button>
      <select
        className="wp-wall-speed"
        aria-label={t('speed', { value: speed })}
        value={`${speed}`}
        onChange={(event) => playback.setSpeed(Number(event.currentTarget.value))}
      >
        {speeds.map((value) => (
          <option key={value} value={`${value}`}>{`${value}×`}</option>
        ))}
      </select>
    </span>
  );
}

function Pages(): JSX.Element | null {
  const { wall, t } = useWall();
  const page = useValue(wall.page);
  const pages = useValue(wall.pages);
  const playback = useValue(wall.playback);
  const one = useValue(wall.one);
  if (pages < 2 || playback !== null || one !== null) return null;
  return (
    <div className="wp-wall-pages" role="group" aria-label={t('page', { page: page + 1, pages })}>
      <WallButton icon="left" label={t('previousPage')} onClick={() => wall.goToPage(page - 1)} />
      <span>{`${page + 1} / ${pages}`}</span>
      <WallButton icon="right" label={t('nextPage')} onClick={() => wall.goToPage(page + 1)} />
    </div>
  );
}

/** Progress to the next page, along the upper edge of the bar. */
function PageProgress(): JSX.Element | null {
  const { wall } = useWall();
  const progress = useValue(wall.progress);
  return progress === null ? null : <span className="wp-wall-progress" style={{ transform: `scaleX(${progress})` }} />;
}
