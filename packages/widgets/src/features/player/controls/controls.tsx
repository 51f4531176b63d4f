import { useEffect, useLayoutEffect, useMemo } from 'react';
import type { JSX } from 'react';
import { createControlMessages } from '../../../i18n/control-messages.ts';
import { PrimitivesProvider } from '../../../primitives/settings.tsx';
import { useLatest } from '../../../primitives/use-latest.ts';
import { useWatchpost } from '../player-context.tsx';
import type { PlayerController } from '../player-controller-types.ts';
import { ControlBar } from './bar/control-bar.tsx';
import { ControlsProvider } from './control-context.tsx';
import { handleKey } from './control-keys.ts';
import type { ControlKey } from './control-keys.ts';
import { createControlModel } from './control-model.ts';
import { adoptControlStyles } from './control-styles.ts';
import { KeyMap } from './panels/key-map.tsx';
import { Notice } from './panels/notice.tsx';
import { Statistics } from './panels/statistics.tsx';
import { createPlayerHandle } from './player-handle.ts';
import type { CameraPlayerHandle } from './player-handle.ts';
import { StateMessage } from './states/state-message.tsx';
import { ZoomMap } from './zoom/zoom-map.tsx';

export interface PlayerControlsProps {
  readonly cameraId: string;
  /** False: states only, no bar, no gestures. */
  readonly bar: boolean;
  readonly controller: PlayerController;
  readonly stage: HTMLElement;
  readonly goTo: (time: number | 'live') => void;
  /** Takes the keys; the player hands them over after what is inside of it had them. */
  readonly onKeys: (handle: ((event: ControlKey) => boolean) | null) => void;
  /** False: no push to talk. */
  readonly talk?: boolean | undefined;
  readonly onReady?: ((player: CameraPlayerHandle) => void) | undefined;
  readonly onMark?: ((time: number) => void) | undefined;
}

/** All that a player shows beside its first picture: the bar, states, zoom, statistics, keys. It comes after that picture. */
export function PlayerControls({ cameraId, bar, controller, stage, goTo, onKeys, talk = true, onReady, onMark }: PlayerControlsProps): JSX.Element {
  const { client, locale } = useWatchpost();
  const latest = useLatest({ locale, goTo, onReady, onMark, onKeys });
  const t = useMemo(() => createControlMessages(() => locale), [locale]);
  const marks = onMark !== undefined;
  const model = useMemo(() => createControlModel({
    client, cameraId, controller, stage, hasGestures: bar, hasTalk: talk,
    locale: () => latest.current.locale,
    t: createControlMessages(() => latest.current.locale),
    goTo: (time) => latest.current.goTo(time),
    onMark: marks ? (time) => latest.current.onMark?.(time) : undefined,
  }), [client, cameraId, controller, stage, bar, talk, marks, latest]);

  useLayoutEffect(() => adoptControlStyles(stage), [stage]);
  useEffect(() => {
    const stop = model.start();
    const stopIdle = model.idle.idle.subscribe((idle) => stepBack(stage, idle));
    latest.current.onReady?.(createPlayerHandle(model));
    return () => {
      stopIdle();
      stop();
    };
  }, [model, stage, latest]);
  useEffect(() => {
    const take = latest.current.onKeys;
    const player = stage.parentElement;
    // Held to talk: the key that is let go ends it.
    const onKeyUp = ({ code }: KeyboardEvent): void => {
      if (code === 'KeyT') model.talk.release();
    };
    player?.addEventListener('keyup', onKeyUp);
    take((event) => handleKey(event, model));
    return () => {
      player?.removeEventListener('keyup', onKeyUp);
      take(null);
    };
  }, [model, stage, latest]);
  const context = useMemo(() => ({ model, t, locale }), [model, t, locale]);
  return (
    <ControlsProvider value={context}>
      <PrimitivesProvider locale={locale}>
        <StateMessage />
        <ZoomMap />
        <Statistics />
        <Notice />
        {bar && <ControlBar />}
        <KeyMap />
      </PrimitivesProvider>
    </ControlsProvider>
  );
}

/** The buttons go, and what time it is moves to the edge where they were. */
function stepBack(stage: HTMLElement, idle: boolean): void {
  const tag = stage.querySelector<HTMLElement>('.wp-bar>.wp-tag');
  const first = stage.querySelector<HTMLElement>('.wp-bar .wp-pb');
  if (idle && tag && first) stage.style.setProperty('--wp-tag-shift', `${first.offsetLeft - tag.offsetLeft}px`);
  stage.classList.toggle('wp-idle', idle);
}
