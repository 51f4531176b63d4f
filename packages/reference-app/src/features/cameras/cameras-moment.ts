import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { browserClock } from '../../shared/browser/clock.ts';
import { momentParameter, parseMoment } from './cameras-time.ts';
import type { CameraMoment } from './cameras-time.ts';

/** While a recording plays, the address follows it at most this often, milliseconds. */
const followInterval = 5000;
/** And a person who drags along the timeline at most this often. */
const writeInterval = 1000;

export interface Moment {
  /** What the player has to show. */
  readonly asked: CameraMoment;
  /** A person went to another moment. */
  readonly onGo: (moment: CameraMoment) => void;
  /** Playback went on by itself to this moment, or caught up with now. */
  readonly onFollow: (moment: CameraMoment) => void;
}

/**
 * The moment that the address asks for, and how the player reports where it is. The address is replaced, not pushed:
 * a reload opens the moment that was on the screen, and Back leaves the camera. Only a change from outside (Back, a link) moves the player.
 */
export function useMoment(): Moment {
  const [parameters, setParameters] = useSearchParams();
  const parameter = parameters.get('t');
  const written = useRef(parameter);
  const [asked, setAsked] = useState(() => parseMoment(parameter, browserClock.now()));
  const pending = useRef<(() => void) | null>(null);
  const lastWrite = useRef(0);
  const latest = useRef(setParameters);

  useEffect(() => {
    latest.current = setParameters;
  });
  useEffect(() => {
    if (parameter === written.current) return;
    written.current = parameter;
    setAsked(parseMoment(parameter, browserClock.now()));
  }, [parameter]);
  useEffect(() => () => pending.current?.(), []);

  const write = useCallback((moment: CameraMoment) => {
    pending.current?.();
    pending.current = null;
    lastWrite.current = browserClock.now();
    const next = momentParameter(moment);
    if (next === written.current) return;
    written.current = next;
    latest.current(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === null) after.delete('t');
        else after.set('t', next);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  }, []);
  const onGo = useCallback(
    (moment: CameraMoment) => {
      // So that coming back to an earlier moment is a change again; the player knows its own report and does not seek.
      setAsked(moment);
      pending.current?.();
      const wait = moment === 'live' ? 0 : lastWrite.current + writeInterval - browserClock.now();
      if (wait <= 0) write(moment);
      else pending.current = browserClock.after(wait, () => write(moment));
    },
    [write],
  );
  // The player is not told: it is where this comes from, and would go back to what it has passed.
  const onFollow = useCallback(
    (moment: CameraMoment) => {
      if (pending.current === null && (moment === 'live' || browserClock.now() - lastWrite.current >= followInterval)) write(moment);
    },
    [write],
  );
  return { asked, onGo, onFollow };
}
