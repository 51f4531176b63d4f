import type { ReactNode } from 'react';
import { useLabels } from '../labels.ts';

/** Properties of `<Stamp>`. */
export interface StampProps {
  readonly children?: ReactNode;
  /** The picture is live: the red dot and the word. */
  readonly live?: boolean | undefined;
  /** The picture is outdated. */
  readonly dim?: boolean | undefined;
}

/** A tag that names the picture: LIVE 0.4 s, 22 s ago, 14:02:11. */
export function Stamp({ children, live = false, dim = false }: StampProps): ReactNode {
  const label = useLabels();
  return (
    <span className={dim ? 'wp-stamp wp-stamp-dim' : 'wp-stamp'}>
      {live ? (
        <>
          <span className="wp-live-dot" />
          <span>{label('live')}</span>
        </>
      ) : null}
      {children ? <span>{children}</span> : null}
    </span>
  );
}

/** The player's larger tag, with the state of playback. */
export function LiveTag({ children }: { readonly children?: ReactNode }): ReactNode {
  const label = useLabels();
  return (
    <span className="wp-live-tag">
      <span className="wp-live-dot" />
      <span>{label('live')}</span>
      {children ? <small>{children}</small> : null}
    </span>
  );
}
