import { dayOf, systemClock } from '@watchpost/sdk-core';
import type { CalendarDate } from '@watchpost/sdk-core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useServerNow } from '../../shared/live/capabilities.ts';
import { useIsLeaving } from '../../shared/navigation/use-is-leaving.ts';
import { addressOf, parseDate, parseMoment } from './cameras-time.ts';
import type { CameraMoment } from './cameras-time.ts';

/** Minimum interval between address updates while a recording plays, ms. */
const followIntervalMs = 5000;
/** Minimum interval between address updates while the user drags the timeline, ms. */
const writeIntervalMs = 1000;

export interface Moment {
  /** What the player has to show. */
  readonly asked: CameraMoment;
  /** A day requested without a time: playback starts at its first footage. */
  readonly askedDate: CalendarDate | null;
  /** The day that is on the screen, in the camera's time zone; today while it is live. */
  readonly shownDate: CalendarDate;
  /** Whether the picture is live. */
  readonly isLive: boolean;
  /** The moment that the player last reported. */
  readonly current: () => CameraMoment;
  /** The user went to another moment. */
  readonly onGo: (moment: CameraMoment) => void;
  /** Playback reached this moment by itself, or caught up with live. */
  readonly onFollow: (moment: CameraMoment) => void;
}

/**
 * Connects the moment in the address with the player. The address is replaced, not pushed: a reload opens the moment
 * that was on the screen, and Back leaves the camera. Only an outside change (Back, a link) moves the player.
 * @param timeZone of the camera, IANA name; undefined until it is known
 */
export function useMoment(timeZone: string | undefined): Moment {
  const [parameters, setParameters] = useSearchParams();
  const parameter = parameters.get('t');
  const now = useServerNow();
  const askedDate = parseDate(parameters.get('t'), parameters.get('date'));
  const written = useRef(parameter);
  const [asked, setAsked] = useState(() => parseMoment(parameter, now()));
  const [isLive, setIsLive] = useState(asked === 'live');
  const [shownDate, setShownDate] = useState(() => dateOf(asked, timeZone, now));
  const current = useRef(asked);
  const pending = useRef<(() => void) | null>(null);
  /** Monotonic milliseconds. */
  const lastWrite = useRef(Number.NEGATIVE_INFINITY);
  const isLeaving = useIsLeaving();
  const latest = useRef({ setParameters, timeZone, isLeaving });

  useEffect(() => {
    latest.current = { setParameters, timeZone, isLeaving };
  });
  useEffect(() => {
    setShownDate(dateOf(current.current, timeZone, now));
  }, [timeZone, now]);
  useEffect(() => {
    if (parameter === written.current) return;
    written.current = parameter;
    setAsked(parseMoment(parameter, now()));
  }, [parameter, now]);
  useEffect(() => () => pending.current?.(), []);

  const applyMoment = useCallback(
    (moment: CameraMoment) => {
      current.current = moment;
      setIsLive(moment === 'live');
      setShownDate(dateOf(moment, latest.current.timeZone, now));
    },
    [now],
  );
  const write = useCallback((moment: CameraMoment) => {
    pending.current?.();
    pending.current = null;
    // Writing the address would undo the navigation.
    if (latest.current.isLeaving()) return;
    lastWrite.current = systemClock.monotonic();
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
      // Makes a return to an earlier moment a change again; the player recognizes its own report and does not seek.
      setAsked(moment);
      applyMoment(moment);
      pending.current?.();
      const wait = moment === 'live' ? 0 : lastWrite.current + writeIntervalMs - systemClock.monotonic();
      if (wait <= 0) write(moment);
      else pending.current = systemClock.after(wait, () => write(moment));
    },
    [applyMoment, write],
  );
  // Not passed to the player: it reported this moment, and would seek back to it.
  const onFollow = useCallback(
    (moment: CameraMoment) => {
      applyMoment(moment);
      if (pending.current === null && (moment === 'live' || systemClock.monotonic() - lastWrite.current >= followIntervalMs)) write(moment);
    },
    [applyMoment, write],
  );
  return { asked, askedDate, shownDate, isLive, current: useCallback(() => current.current, []), onGo, onFollow };
}

function dateOf(moment: CameraMoment, timeZone: string | undefined, now: () => number): CalendarDate {
  return dayOf(moment === 'live' ? now() : moment, timeZone);
}
