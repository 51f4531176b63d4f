import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { LiveTag } from '../../../shared/ui/status.tsx';

/** The part of a player that the tag needs. */
interface WithState {
  readonly controller: { readonly state: { subscribe(onState: (state: { readonly kind: string }) => void): () => void } };
}

interface StageLiveTagProps {
  /** Null until it is loaded. */
  readonly player: WithState | null;
}

/** Says that the picture which is drawn on is that of now: a camera that is offline shows an older one. */
export function StageLiveTag({ player }: StageLiveTagProps): ReactNode {
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const unfollow = player?.controller.state.subscribe(({ kind }) => setLive(kind === 'live'));
    return () => {
      unfollow?.();
      setLive(false);
    };
  }, [player]);
  return isLive ? (
    <span className="detection-live">
      <LiveTag />
    </span>
  ) : null;
}
