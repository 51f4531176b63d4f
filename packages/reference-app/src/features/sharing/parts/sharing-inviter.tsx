import type { ReactNode } from 'react';
import { initials } from '../../../shared/ui/initials.ts';

/** Who shared the cameras. */
export function Inviter({ email, text }: { readonly email: string; readonly text: string }): ReactNode {
  return (
    <div className="landing-from">
      <span className="av" aria-hidden="true">
        {initials(email)}
      </span>
      <div>
        <b className="strong">{email}</b>
        <p className="small dim">{text}</p>
      </div>
    </div>
  );
}
