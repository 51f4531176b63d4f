import { systemClock } from '@watchpost/sdk-core';
import { useEffect, useRef } from 'react';
import type { JSX, PointerEvent } from 'react';
import { useValue } from '../../../../element/use-value.ts';
import { Tooltip } from '../../../../primitives/overlay/tooltip.tsx';
import { useControls } from '../control-context.tsx';
import { ControlIcon } from '../control-icons.tsx';

/** A shorter press is a click, which locks the microphone on, milliseconds. */
const maxClickMs = 300;

/** Push-to-talk: hold to talk, or click to lock. */
export function TalkButton(): JSX.Element | null {
  const {
    model: { controller, talk, options },
    t,
  } = useControls();
  const canTalk = useValue(controller.canTalk);
  const state = useValue(talk.state);
  const button = useRef<HTMLButtonElement>(null);
  const pressed = useRef<number | null>(null);
  const on = state.kind === 'asking' || state.kind === 'calling' || state.kind === 'talking';
  useEffect(() => talk.level.subscribe((level) => button.current?.style.setProperty('--wp-level', level.toFixed(2))), [talk, canTalk]);
  if (!options.hasTalk || (!canTalk && !on)) return null;

  const onPointerDown = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (on) return talk.end();
    pressed.current = systemClock.monotonic();
    talk.press();
  };
  const onPointerUp = (): void => {
    if (pressed.current === null) return;
    const isClick = systemClock.monotonic() - pressed.current < maxClickMs;
    pressed.current = null;
    if (isClick) talk.lock();
    else talk.release();
  };
  const words =
    state.kind === 'asking'
      ? t('talkAsking')
      : state.kind === 'calling'
        ? t('talkCalling')
        : state.kind === 'talking'
          ? t(state.locked ? 'talkLocked' : 'talking')
          : t('talk');
  return (
    <Tooltip text={on ? words : t('talkHint')} shortcut="T" placement="top">
      <button
        ref={button}
        type="button"
        className={`wp-pb wp-talk wp-talk-${state.kind}`}
        aria-label={words}
        aria-pressed={on}
        aria-keyshortcuts="T"
        onPointerDown={onPointerDown}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          pressed.current = null;
          talk.release();
        }}
        onContextMenu={(event) => event.preventDefault()}
        // From the keyboard and from screen readers it toggles.
        onClick={(event) => {
          if (event.detail !== 0) return;
          if (on) return talk.end();
          talk.press();
          talk.lock();
        }}
      >
        <ControlIcon name="mic" />
        <span className="wp-pb-text">
          {state.kind === 'talking' ? t('talking') : state.kind === 'calling' ? t('talkCalling') : t('talk')}
        </span>
      </button>
    </Tooltip>
  );
}
