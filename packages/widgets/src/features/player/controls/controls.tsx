import { useEffect, useMemo } from 'react';
import type { JSX, ReactNode } from 'react';
import { useLayoutEffect } from '../../../element/layout-effect.ts';
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
import { AccessChip } from './states/access-chip.tsx';
import { StateMessage } from './states/state-message.tsx';
import { ZoomMap } from './zoom/zoom-map.tsx';

export interface PlayerControlsProps {
  readonly cameraId: string;
  /** `false`: states only, without bar and gestures. */
  readonly bar: boolean;
  readonly controller: PlayerController;
  readonly stage: HTMLElement;
  readonly goTo: (time: number | 'live') => void;
  /** Receives the key handler; the player calls it for keys that nothing inside has handled. */
  readonly onKeys: (handle: ((event: ControlKey) => boolean) | null) => void;
  /** `false`: no push-to-talk. */
  readonly talk?: boolean | undefined;
  readonly onReady?: ((player: CameraPlayerHandle) => void) | undefined;
  readonly onMark?: ((time: number) => void) | undefined;
  readonly onShortcuts?: (() => void) | undefined;
  readonly overlay?: ReactNode;
}

/** Everything around the first picture, loaded after it: bar, states, zoom, statistics, keys. */
export function PlayerControls({
  cameraId,
  bar,
  controller,
  stage,
  goTo,
  onKeys,
  talk = true,
  onReady,
  onMark,
  onShortcuts,
  overlay,
}: PlayerControlsProps): JSX.Element {
  const { client, locale } = useWatchpost();
  const latest = useLatest({ locale, goTo, onReady, onMark, onKeys, onShortcuts });
  const t = useMemo(() => createControlMessages(() => locale), [locale]);
  const marks = onMark !== undefined;
  const hasList = onShortcuts !== undefined;
  const model = useMemo(
    () =>
      createControlModel({
        client,
        cameraId,
        controller,
        stage,
        hasGestures: bar,
        hasTalk: talk,
        locale: () => latest.current.locale,
        t: createControlMessages(() => latest.current.locale),
        goTo: (time) => latest.current.goTo(time),
        onMark: marks ? (time) => latest.current.onMark?.(time) : undefined,
        onShortcuts: hasList ? () => latest.current.onShortcuts?.() : undefined,
      }),
    [client, cameraId, controller, stage, bar, talk, marks, hasList, latest],
  );

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
    // Releasing the key ends push-to-talk.
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
        {/* A page's own content: of an element by its slot, of a component as what the slot has otherwise. */}
        <div className="wp-overlay">
          <slot name="overlay">{overlay}</slot>
        </div>
        <StateMessage />
        <AccessChip />
        <ZoomMap />
        <Statistics />
        <Notice />
        {bar && <ControlBar />}
        <KeyMap />
      </PrimitivesProvider>
    </ControlsProvider>
  );
}

/** When the bar hides, the time tag moves to the edge where the bar was. */
function stepBack(stage: HTMLElement, idle: boolean): void {
  const tag = stage.querySelector<HTMLElement>('.wp-bar>.wp-tag');
  const first = stage.querySelector<HTMLElement>('.wp-bar .wp-pb');
  if (idle && tag && first) stage.style.setProperty('--wp-tag-shift', `${first.offsetLeft - tag.offsetLeft}px`);
  stage.classList.toggle('wp-idle', idle);
}
