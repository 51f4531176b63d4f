import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { systemClock } from '@watchpost/sdk-core';
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
  /** Default true; `false` shows the picture only, without keys and gestures. */
  readonly controls?: boolean;
  /** Default `auto`: by the size of the picture and what the network carries. */
  readonly quality?: QualityChoice;
  /** Default `auto`: WebSocket first, the others where they are needed. */
  readonly transport?: TransportChoice;
  /** Default true; `false` takes push to talk away, for a camera that has it. */
  readonly talk?: boolean;
  /** Of recordings, 0.25 to 16; live is always 1. Default 1. */
  readonly speed?: number;
  /** 0 to 1; default 1. */
  readonly volume?: number;
  /** Somebody pressed E: a clip shall begin or end at this moment, Unix milliseconds. Without it the key does nothing. */
  readonly onMark?: ((time: number) => void) | undefined;
  /** Snapshots, zoom, push to talk and the rest for buttons of your own, once the controls are there. */
  readonly onReady?: ((player: CameraPlayerHandle) => void) | undefined;
  /** What happened, newest first, for the line of time. */
  readonly events?: readonly TimelineEvent[] | undefined;
  /** Somebody chose an event on the line of time. */
  readonly onEvent?: ((event: TimelineEvent) => void) | undefined;
  /** The line of time below the picture; default false. */
  readonly timeline?: boolean;
  /** More for the line of time: clip handles, movement, previews. */
  readonly timelineProps?: Omit<Partial<TimelineProps>, 'controller' | 'onSeek'>;
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
  const { cameraId, time = 'live', controls = true, timeline = false, muted = true, quality = 'auto', transport = 'auto', speed = 1, volume = 1 } = props;
  const { client, t } = useWatchpost();
  const stage = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [player, setPlayer] = useState<{ readonly controller: PlayerController; readonly stage: HTMLElement } | null>(null);
  const controller = player?.controller;
  /** What the host page last knew of the time; a change from outside seeks, an echo does not. */
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
      client, cameraId, stage: stage.current, video: video.current, canvas: canvas.current, time: known.current,
      muted: latest.current.muted ?? true, autoplay: latest.current.autoplay ?? true,
      quality: latest.current.quality ?? 'auto', transport: latest.current.transport ?? 'auto',
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
    <div className={`wp-camera${props.events ? ' wp-events' : ''}`} role="group" aria-label={t('player')} onKeyDown={onKeyDown}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the picture takes the focus, so that the keys work after a click on it */}
      <div className="wp-player" ref={stage} tabIndex={controls ? 0 : undefined}>
        {/* What is zoomed: the picture alone, its controls stay. */}
        <div className="wp-picture">
          <video ref={video} aria-label={t('video')} />
          <canvas ref={canvas} hidden aria-hidden="true" />
        </div>
        {player && (more
          ? <more.PlayerControls {...props} {...player} bar={controls} goTo={goTo} onKeys={takeKeys} />
          : (
            <>
              <FirstMessage {...player} />
              {controls && <FirstBar {...player} />}
            </>
          ))}
      </div>
      {timeline && (controller ? <Timeline events={props.events} onEvent={props.onEvent} {...props.timelineProps} controller={controller} onSeek={goTo} /> : <div className="wp-timeline-place" />)}
    </div>
  );
}

/** Later than this nobody waits for the first picture to have controls, milliseconds. */
const controlsAfter = 1_500;
const loadControls = (): Promise<typeof import('./controls/controls.tsx')> => import('./controls/controls.tsx');

/** The controls come after the first picture, or when it is clear that there will be none for now. */
function useControlsLater(controller: PlayerController | undefined): typeof import('./controls/controls.tsx') | null {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!controller || isDue) return;
    const due = (): void => setDue(true);
    const stopWaiting = systemClock.after(controlsAfter, due);
    const stop = controller.state.subscribe(({ kind }) => kind === 'connecting' || due());
    return () => {
      stopWaiting();
      stop();
    };
  }, [controller, isDue]);
  return useCode(loadControls, isDue);
}
