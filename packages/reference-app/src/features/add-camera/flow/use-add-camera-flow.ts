import { startTransition, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { to } from '../../../shared/navigation/targets.ts';
import { useNextAddress } from '../../../shared/navigation/use-is-leaving.ts';
import { advance, emptyDraft, placeBefore, placeWith, type FlowDraft, type FlowEvent, type FlowPlace } from './add-camera-flow.ts';
import { readPlace, writePlace } from './add-camera-flow-address.ts';

export interface AddCameraFlow {
  readonly place: FlowPlace;
  readonly draft: FlowDraft;
  readonly note: (draft: Partial<FlowDraft>) => void;
  /** Whether the user is at this place still: an answer that arrives later leads nowhere. */
  readonly isHere: () => boolean;
  /** Sends an event of this place. @param replace Back does not return to the current place */
  readonly send: (event: FlowEvent, options?: { readonly replace?: boolean }) => void;
  readonly back: () => void;
  /** Goes to any place and drops the input. */
  readonly go: (place: FlowPlace) => void;
}

/** Keeps the flow's place in the address and its input in memory. */
export function useAddCameraFlow(): AddCameraFlow {
  const navigate = useNavigate();
  const location = useLocation();
  const nextAddress = useNextAddress();
  const [draft, setDraft] = useState(emptyDraft);
  const asked = readPlace(new URLSearchParams(location.search));
  const place = placeWith(asked, draft);
  const [shown, named] = [writePlace(place), writePlace(asked)];
  useEffect(() => {
    if (shown !== named) void navigate({ search: shown }, { replace: true, state: location.state as unknown });
  }, [shown, named, navigate, location.state]);

  const isHere = (): boolean => {
    const { pathname, search } = nextAddress();
    return pathname === location.pathname && writePlace(placeWith(readPlace(new URLSearchParams(search)), draft)) === shown;
  };
  const open = (next: FlowPlace, replace: boolean): void => {
    // Users who arrived through the flow go back through the browser's history; others go to the preceding place.
    const state: unknown = replace ? location.state : { isInFlow: true };
    void navigate({ search: writePlace(next) }, { replace, state });
  };
  return {
    place,
    draft,
    isHere,
    note: (changed) => setDraft((before) => ({ ...before, ...changed })),
    send: (event, { replace = false } = {}) => {
      const next = advance(place, event);
      if (next !== place && isHere()) open(next, replace);
    },
    back: () => {
      const before = placeBefore(place);
      if (isInFlow(location.state)) void navigate(-1);
      else if (before) open(before, true);
      else void navigate(to.Dashboard());
    },
    go: (next) => {
      // Rendered together with the new address, which React Router shows by a transition. A place whose input is dropped before that leads
      // back to where it is asked for, and its address would take the place of the new one.
      startTransition(() => setDraft(emptyDraft));
      open(next, false);
    },
  };
}

function isInFlow(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isInFlow' in state;
}
