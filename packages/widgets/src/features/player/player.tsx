import { systemClock } from '@watchpost/sdk-core';
import { useEffect, useRef, useState } from 'react';
import type { JSX, KeyboardEvent, ReactNode } from 'react';
import { useLayoutEffect } from '../../element/layout-effect.ts';
import { adoptStyles } from '../../element/stylesheets.ts';
import { useCode } from '../../element/use-code.ts';
import type { QualityEvent } from './engine/player-events.ts';
import type { PlayerState } from './engine/player-state.ts';
import { useWatchpost } from './player-context.tsx';
import type { TimelineProps } from './timeline/timeline.tsx';
import type { TimelineEvent } from './timeline/timeline-events.tsx';
import { createPlayerController } from './player-controller.ts';
import type { PlayerController } from './player-controller.ts';
import { FirstBar } from './controls/bar/first-bar.tsx';
import type { ControlKey } from './controls/control-keys.ts';
import type { CameraPlayerHandle } from './controls/player-handle.ts';
import { FirstMessage } from './controls/states/first-message.tsx';
import type { QualityChoice } from './player-controller.ts';
import type { TransportChoice } from './engine/transport.ts';
import { Timeline } from './player-timeline.tsx';
import playerStyles from './player.css?inline';

/** Properties of `<CameraPlayer>`. Changes apply to the running player. */
export interface CameraPlayerProps {
  /** Another id shows another camera, in the same place. */
  readonly cameraId: string;
  /** Added to the outermost element, which also has its own class. */
  readonly className?: string | undefined;
  /** The moment to show, Unix milliseconds, or `live` (the default). A new value seeks. */
  readonly time?: number | 'live';
  /** The user went to another moment, or to live. */
  readonly onTimeChange?: (time: number | 'live') => void;
  /** The position while a recording plays, Unix milliseconds, a few times a second. Do not pass it back as `time`. */
  readonly onPosition?: (time: number) => void;
  /** What the player shows: `kind` is `connecting`, `live`, `archive`, `paused`, `blocked`, `offline` or `error`, with a `code`. */
  readonly onStateChange?: (state: PlayerState) => void;
  /** First frame, stalls, latency and more, as they happen; durations are milliseconds. */
  readonly onQuality?: (event: QualityEvent) => void;
  /** Default: true. `false` shows only the picture, without keys and gestures. */
  readonly controls?: boolean;
  /** Default: `auto`, by the picture's size and by what the network carries. */
  readonly quality?: QualityChoice;
  /** Default: `auto`, WebSocket first, then the others as needed. */
  readonly transport?: TransportChoice;
  /** Default: true. `false` hides push-to-talk of a camera that has it. */
  readonly talk?: boolean;
  /** Playback speed of recordings, 0.25 to 16; live is always 1. Default: 1. */
  readonly speed?: number;
  /** 0 to 1. Default: 1. */
  readonly volume?: number;
  /** The user pressed E to start or end a clip at this moment, Unix milliseconds. Without a handler the key does nothing. */
  readonly onMark?: ((time: number) => void) | undefined;
  /** The user asked for the shortcuts (? or the menu): list `loadPlayerShortcuts` yourself. Without a handler the player shows its own list. */
  readonly onShortcuts?: (() => void) | undefined;
  /** Over the picture and under the controls: a logo, a caption, buttons of your own. Presses beside them reach the player. */
  readonly overlay?: ReactNode;
  /** Called once the controls are loaded: snapshots, zoom, push-to-talk and more for buttons of your own. */
  readonly onReady?: ((player: CameraPlayerHandle) => void) | undefined;
  /** Events for the timeline, newest first. */
  readonly events?: readonly TimelineEvent[] | undefined;
  /** The user chose an event on the timeline. */
  readonly onEvent?: ((event: TimelineEvent) => void) | undefined;
  /** Shows the timeline below the picture. Default: false. */
  readonly timeline?: boolean;
  /** More props for the timeline: clip handles, activity, previews. */
  readonly timelineProps?: Omit<Partial<TimelineProps>, 'controller' | 'onSeek'>;
  /** Default: true. `false` waits for Play, with the last picture. */
  readonly autoplay?: boolean;
  /**
   * Reports playback quality once a minute and at the end: `server` to the Watchpost server, an `https://` address as a beacon to it. Default:
   * none. The page's policy has to allow the address; failures are silent.
   */
  readonly report?: 'server' | (string & {}) | undefined;
  /** Default: true, because browsers do not start sound by themselves. */
  readonly muted?: boolean;
}

/**
 * One camera: live, recorded, and every state in between. Fills the width of its container at 16:9.
 * @example
 * const [time, setTime] = useState<number | 'live'>('live');
 * return <CameraPlayer cameraId={camera.id} time={time} onTimeChange={setTime} timeline />;
 */
export function CameraPlayer(props: CameraPlayerProps): JSX.Element {
  const {
    cameraId,
    time = 'live',
    controls = true,
    timeline = false,
    muted = true,
    quality = 'auto',
    transport = 'auto',
    speed = 1,
    volume = 1,
    report = null,
  } = props;
  const { client, t } = useWatchpost();
  const stage = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [player, setPlayer] = useState<{ readonly controller: PlayerController; readonly stage: HTMLElement } | null>(null);
  const controller = player?.controller;
  /** The time that the host page knows; only a different value from outside seeks. */
  const known = useRef(time);
  const keys = useRef<((event: ControlKey) => boolean) | null>(null);
  const more = useControlsLater(controls || props.onReady ? controller : undefined);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useLayoutEffect(() => adoptStyles(stage.current, playerStyles), []);
  useEffect(() => {
    if (!stage.current || !video.current || !canvas.current) return;
    const created = createPlayerController({
      client,
      cameraId,
      stage: stage.current,
      video: video.current,
      canvas: canvas.current,
      time: known.current,
      muted: latest.current.muted ?? true,
      autoplay: latest.current.autoplay ?? true,
      quality: latest.current.quality ?? 'auto',
      transport: latest.current.transport ?? 'auto',
      report: latest.current.report ?? null,
      onQuality: (event) => latest.current.onQuality?.(event),
    });
    const stop = created.state.subscribe((state) => latest.current.onStateChange?.(state));
    const unfollow = created.position.subscribe((at) => {
      if (at !== null && created.state.peek().kind === 'archive') latest.current.onPosition?.(at);
    });
    setPlayer({ controller: created, stage: stage.current });
    return () => {
      stop();
      unfollow();
      created.dispose();
      setPlayer(null);
    };
  }, [client, cameraId]);
  useEffect(() => {
    if (!controller || known.current === time) return;
    known.current = time;
    if (time === 'live') controller.goLive();
    else controller.seek(time);
  }, [controller, time]);
  useEffect(() => controller?.setMuted(muted), [controller, muted]);
  useEffect(() => controller?.setVolume(volume), [controller, volume]);
  useEffect(() => controller?.setSpeed(speed), [controller, speed]);
  useEffect(() => controller?.setQuality(quality), [controller, quality]);
  useEffect(() => controller?.setTransport(transport), [controller, transport]);
  useEffect(() => controller?.setReport(report), [controller, report]);

  const goTo = (next: number | 'live'): void => {
    if (!controller) return;
    const target = next !== 'live' && next >= controller.now() - 2_000 ? 'live' : next;
    known.current = target;
    if (target === 'live') controller.goLive();
    else controller.seek(target);
    latest.current.onTimeChange?.(target);
  };
  const takeKeys = (handle: typeof keys.current): void => void (keys.current = handle);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.defaultPrevented && keys.current?.(event)) event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of everything inside, as in a native video
    <div
      className={`wp-camera${props.events ? ' wp-events' : ''} ${props.className ?? ''}`}
      role="group"
      aria-label={t('player')}
      onKeyDown={onKeyDown}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the picture takes the focus, so that the keys work after a click on it */}
      <div className="wp-player" part="player" ref={stage} tabIndex={controls ? 0 : undefined}>
        {/* Zoom enlarges only the picture; the controls stay. */}
        <div className="wp-picture" part="picture">
          <video ref={video} aria-label={t('video')} />
          <canvas ref={canvas} hidden aria-hidden="true" />
        </div>
        {player &&
          (more ? (
            <more.PlayerControls {...props} {...player} bar={controls} goTo={goTo} onKeys={takeKeys} />
          ) : (
            <>
              <FirstMessage {...player} />
              {controls && <FirstBar {...player} />}
            </>
          ))}
      </div>
      {timeline &&
        (controller ? (
          <Timeline events={props.events} onEvent={props.onEvent} {...props.timelineProps} controller={controller} onSeek={goTo} />
        ) : (
          <div className="wp-timeline-place" />
        ))}
    </div>
  );
}

/** Controls are loaded after this long even without a first picture, milliseconds. */
const controlsDelayMs = 1_500;
const loadControls = (): Promise<typeof import('./controls/controls.tsx')> => import('./controls/controls.tsx');

/** Loads the controls after the first picture, or once it is clear that none will come soon. */
function useControlsLater(controller: PlayerController | undefined): typeof import('./controls/controls.tsx') | null {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!controller || isDue) return;
    const due = (): void => setDue(true);
    const stopWaiting = systemClock.after(controlsDelayMs, due);
    const stop = controller.state.subscribe(({ kind }) => kind === 'connecting' || due());
    return () => {
      stopWaiting();
      stop();
    };
  }, [controller, isDue]);
  return useCode(loadControls, isDue);
}
