import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { adoptStyles } from '../../element/stylesheets.ts';
import { useValue } from '../../element/use-value.ts';
import type { QualityEvent } from './engine/player-events.ts';
import type { PlayerState } from './engine/player-state.ts';
import { useWatchpost } from './player-context.tsx';
import type { TimelineProps } from './timeline/timeline.tsx';
import type { TimelineEvent } from './timeline/timeline-events.tsx';
import { createPlayerController } from './player-controller.ts';
import type { PlayerController } from './player-controller.ts';
import { ControlBar } from './controls/first-bar.tsx';
import { PlayerMessage } from './controls/player-message.tsx';
import playerStyles from './player.css?inline';

export interface CameraPlayerProps {
  readonly cameraId: string;
  /** The moment to show, Unix milliseconds, or `live` (the default). A new value seeks. */
  readonly time?: number | 'live';
  /** A person went to another moment, or to live. */
  readonly onTimeChange?: (time: number | 'live') => void;
  /** Where a recording is while it plays, Unix milliseconds, a few times a second. Not to be given back as `time`. */
  readonly onPosition?: (time: number) => void;
  readonly onStateChange?: (state: PlayerState) => void;
  readonly onQuality?: (event: QualityEvent) => void;
  /** Default true. */
  readonly controls?: boolean;
  /** What happened, newest first, for the line of time. */
  readonly events?: readonly TimelineEvent[] | undefined;
  /** Somebody chose an event on the line of time. */
  readonly onEvent?: ((event: TimelineEvent) => void) | undefined;
  /** The line of time below the picture; default false. */
  readonly timeline?: boolean;
  /** Default true. */
  readonly autoplay?: boolean;
  /** Default true: browsers start nothing with sound by itself. */
  readonly muted?: boolean;
}

/**
 * One camera: live, recorded, and every state between. Fills the width of its container at 16:9.
 * @example <CameraPlayer cameraId="c1" time="live" timeline onTimeChange={setTime} />
 */
export function CameraPlayer(props: CameraPlayerProps): JSX.Element {
  const { cameraId, time = 'live', controls = true, timeline = false, muted = true } = props;
  const { client, t } = useWatchpost();
  const stage = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [controller, setController] = useState<PlayerController | null>(null);
  /** What the host page last knew of the time; a change from outside seeks, an echo does not. */
  const known = useRef(time);
  const keys = useRef<typeof import('./controls/control-keys.ts').handleKey | null>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useLayoutEffect(() => adoptStyles(stage.current, playerStyles), []);
  useEffect(() => {
    if (!stage.current || !video.current || !canvas.current) return;
    const created = createPlayerController({
      client, cameraId, stage: stage.current, video: video.current, canvas: canvas.current, time: known.current,
      muted: latest.current.muted ?? true, autoplay: latest.current.autoplay ?? true,
      onQuality: (event) => latest.current.onQuality?.(event),
    });
    const stop = created.state.subscribe((state) => latest.current.onStateChange?.(state));
    const unfollow = created.position.subscribe((at) => {
      if (at !== null && created.state.peek().kind === 'archive') latest.current.onPosition?.(at);
    });
    setController(created);
    // The keys are not needed for the first picture.
    void import('./controls/control-keys.ts').then((module) => (keys.current = module.handleKey), () => {});
    return () => {
      stop();
      unfollow();
      created.dispose();
      setController(null);
    };
  }, [client, cameraId]);
  useEffect(() => {
    if (!controller || known.current === time) return;
    known.current = time;
    if (time === 'live') controller.goLive();
    else controller.seek(time);
  }, [controller, time]);
  useEffect(() => controller?.setMuted(muted), [controller, muted]);

  const goTo = (next: number | 'live'): void => {
    if (!controller) return;
    const target = next !== 'live' && next >= controller.now() - 2_000 ? 'live' : next;
    known.current = target;
    if (target === 'live') controller.goLive();
    else controller.seek(target);
    latest.current.onTimeChange?.(target);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (controller && !event.defaultPrevented && keys.current?.(event, controller, goTo)) event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of everything inside, as in a native video
    <div className={`wp-camera${props.events ? ' wp-events' : ''}`} role="group" aria-label={t('player')} onKeyDown={onKeyDown}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the picture takes the focus, so that the keys work after a click on it */}
      <div className="wp-player" ref={stage} tabIndex={0}>
        {/* What is zoomed: the picture alone, its controls stay. */}
        <div className="wp-picture">
          <video ref={video} aria-label={t('video')} />
          <canvas ref={canvas} hidden aria-hidden="true" />
        </div>
        {controller && <PlayerMessage controller={controller} />}
        {controller && controls && <ControlBar controller={controller} goTo={goTo} />}
      </div>
      {timeline && (controller ? <TimelineBelow {...props} controller={controller} onSeek={goTo} /> : <div className="wp-timeline-place" />)}
    </div>
  );
}

type TimelineComponent = typeof import('./timeline/timeline.tsx').Timeline;

/** The line of time comes after the picture: its code is fetched by itself, its place is kept from the first moment. */
function TimelineBelow(props: TimelineProps): JSX.Element | null {
  const hasArchive = useValue(props.controller.hasArchive);
  const [loaded, setLoaded] = useState<{ readonly Timeline: TimelineComponent } | null>(null);
  useEffect(() => {
    let wanted = true;
    import('./timeline/timeline.tsx').then((module) => wanted && setLoaded(module), () => {});
    return () => void (wanted = false);
  }, []);
  if (!hasArchive) return null;
  return loaded ? <loaded.Timeline {...props} /> : <div className="wp-timeline-place" />;
}
