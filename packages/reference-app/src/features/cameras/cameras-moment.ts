import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { browserClock } from '../../shared/browser/clock.ts';
import { momentParameter, parseMoment } from './cameras-time.ts';
import type { CameraMoment } from './cameras-time.ts';

/** While a recording plays, the address follows it at most this often, milliseconds. */
const writeInterval = 1000;

/**
 * The moment that the address asks for, and how the player reports where it is. The address is replaced, not pushed:
 * a reload opens the same moment, and Back leaves the camera. Only a change from outside (Back, a link) moves the player.
 */
export function useMoment(): readonly [CameraMoment, (moment: CameraMoment) => void] {
  const [parameters, setParameters] = useSearchParams();
  const parameter = parameters.get('t');
  const written = useRef(parameter);
  const [asked, setAsked] = useState(() => parseMoment(parameter, browserClock.now()));
  const pending = useRef<{ moment: CameraMoment; cancel: () => void } | null>(null);
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
  useEffect(() => () => pending.current?.cancel(), []);

  const report = useCallback((moment: CameraMoment) => {
    // So that coming back to an earlier moment is a change again; the player knows its own report and does not seek.
    setAsked(moment);
    const write = (): void => {
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
    };
    pending.current?.cancel();
    const wait = moment === 'live' ? 0 : lastWrite.current + writeInterval - browserClock.now();
    if (wait <= 0) write();
    else pending.current = { moment, cancel: browserClock.after(wait, write) };
  }, []);
  return [asked, report];
}
