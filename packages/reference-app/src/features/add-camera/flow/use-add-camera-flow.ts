import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { to } from '../../../shared/navigation/targets.ts';
import { advance, emptyDraft, placeBefore, placeWith, type FlowDraft, type FlowEvent, type FlowPlace } from './add-camera-flow.ts';
import { readPlace, writePlace } from './add-camera-flow-address.ts';

export interface AddCameraFlow {
  readonly place: FlowPlace;
  readonly draft: FlowDraft;
  readonly note: (draft: Partial<FlowDraft>) => void;
  /** Goes on. @param replace the place that is left is over: Back does not lead there again */
  readonly send: (event: FlowEvent, options?: { readonly replace?: boolean }) => void;
  readonly back: () => void;
  /** To any place, without what was entered. */
  readonly go: (place: FlowPlace) => void;
}

/** The flow's place is the address's; what was entered is kept here. */
export function useAddCameraFlow(): AddCameraFlow {
  const navigate = useNavigate();
  const location = useLocation();
  const [draft, setDraft] = useState(emptyDraft);
  const asked = readPlace(new URLSearchParams(location.search));
  const place = placeWith(asked, draft);
  const [shown, named] = [writePlace(place), writePlace(asked)];
  useEffect(() => {
    if (shown !== named) void navigate({ search: shown }, { replace: true, state: location.state as unknown });
  }, [shown, named, navigate, location.state]);

  const open = (next: FlowPlace, replace: boolean): void => {
    // Whoever came by a step of this page goes back by the browser's own way; whoever came by an address goes to where it would lie.
    const state: unknown = replace ? location.state : { isInFlow: true };
    void navigate({ search: writePlace(next) }, { replace, state });
  };
  return {
    place,
    draft,
    note: (changed) => setDraft((before) => ({ ...before, ...changed })),
    send: (event, { replace = false } = {}) => {
      const next = advance(place, event);
      if (next !== place) open(next, replace);
    },
    back: () => {
      const before = placeBefore(place);
      if (isInFlow(location.state)) void navigate(-1);
      else if (before) open(before, true);
      else void navigate(to.Dashboard());
    },
    go: (next) => {
      setDraft(emptyDraft);
      open(next, false);
    },
  };
}

function isInFlow(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isInFlow' in state;
}
