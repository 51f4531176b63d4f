import { dayOf } from '@watchpost/sdk-core';
import type { CalendarDate } from '@watchpost/sdk-core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';
import { browserClock } from '../../shared/browser/clock.ts';
import { addressOf, parseDate, parseMoment } from './cameras-time.ts';
import type { CameraMoment } from './cameras-time.ts';

/** While a recording plays, the address follows it at most this often, milliseconds. */
const followInterval = 5000;
/** And a person who drags along the timeline at most this often. */
const writeInterval = 1000;

export interface Moment {
  /** What the player has to show. */
  readonly asked: CameraMoment;
  /** A day that the address asks for without a time: its first footage is to be found. */
  readonly askedDate: CalendarDate | null;
  /** The day that is on the screen, in the camera's time zone; today while it is live. */
  readonly shownDate: CalendarDate;
  /** Where the player is, as last told. */
  readonly current: () => CameraMoment;
  /** A person went to another moment. */
  readonly onGo: (moment: CameraMoment) => void;
  /** Playback went on by itself to this moment, or caught up with now. */
  readonly onFollow: (moment: CameraMoment) => void;
}

/**
 * The moment that the address asks for, and how the player reports where it is. The address is replaced, not pushed:
 * a reload opens the moment that was on the screen, and Back leaves the camera. Only a change from outside (Back, a link) moves the player.
 * @param timeZone of the camera; undefined until it is known
 */
export function useMoment(timeZone: string | undefined): Moment {
  const [parameters, setParameters] = useSearchParams();
  const parameter = parameters.get('t');
  const askedDate = parseDate(parameters.get('t'), parameters.get('date'));
  const written = useRef(parameter);
  const [asked, setAsked] = useState(() => parseMoment(parameter, browserClock.now()));
  const [shownDate, setShownDate] = useState(() => dateOf(asked, timeZone));
  const current = useRef(asked);
  const pending = useRef<(() => void) | null>(null);
  const lastWrite = useRef(0);
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  /** To write an address now would take back where somebody is going. */
  const isLeaving = next !== undefined && next.pathname !== pathname;
  const latest = useRef({ setParameters, timeZone, isLeaving });

  useEffect(() => {
    latest.current = { setParameters, timeZone, isLeaving };
  });
  useEffect(() => {
    setShownDate(dateOf(current.current, timeZone));
  }, [timeZone]);
  useEffect(() => {
    if (parameter === written.current) return;
    written.current = parameter;
    setAsked(parseMoment(parameter, browserClock.now()));
  }, [parameter]);
  useEffect(() => () => pending.current?.(), []);

  const tell = useCallback((moment: CameraMoment) => {
    current.current = moment;
    setShownDate(dateOf(moment, latest.current.timeZone));
  }, []);
  const write = useCallback((moment: CameraMoment) => {
    pending.current?.();
    pending.current = null;
    if (latest.current.isLeaving) return;
    lastWrite.current = browserClock.now();
    const next = addressOf(moment, latest.current.timeZone);
    if (next.t === written.current) return;
    written.current = next.t;
    latest.current.setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(next)) {
          if (value === null) after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  }, []);
  const onGo = useCallback(
    (moment: CameraMoment) => {
      // So that coming back to an earlier moment is a change again; the player knows its own report and does not seek.
      setAsked(moment);
      tell(moment);
      pending.current?.();
      const wait = moment === 'live' ? 0 : lastWrite.current + writeInterval - browserClock.now();
      if (wait <= 0) write(moment);
      else pending.current = browserClock.after(wait, () => write(moment));
    },
    [tell, write],
  );
  // The player is not told: it is where this comes from, and would go back to what it has passed.
  const onFollow = useCallback(
    (moment: CameraMoment) => {
      tell(moment);
      if (pending.current === null && (moment === 'live' || browserClock.now() - lastWrite.current >= followInterval)) write(moment);
    },
    [tell, write],
  );
  return { asked, askedDate, shownDate, current: useCallback(() => current.current, []), onGo, onFollow };
}

function dateOf(moment: CameraMoment, timeZone: string | undefined): CalendarDate {
  return dayOf(moment === 'live' ? browserClock.now() : moment, timeZone);
}
