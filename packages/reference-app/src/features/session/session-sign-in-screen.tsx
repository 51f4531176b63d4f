import { useState } from 'react';
import type { ReactNode } from 'react';
import { Mark } from '../../shared/ui/mark.tsx';
import { CodeStep } from './session-code-step.tsx';
import { EmailStep } from './session-email-step.tsx';
import { SignInFoot } from './session-foot.tsx';
import { keepPending, readPending } from './session-pending.ts';
import { SignInScene } from './session-scene.tsx';
import './session-sign-in.css';

/** E-mail, then the code. `onSignedIn` is called once there is a session. */
export function SignInScreen({ onSignedIn }: { onSignedIn: () => void }): ReactNode {
  const [pending, setPending] = useState(readPending);
  return (
    <div className="sign">
      <main className="sign-left">
        <span className="brand">
          <Mark />
          Watchpost
        </span>
        {pending ? (
          <CodeStep
            pending={pending}
            onPending={(next) => {
              keepPending(next);
              setPending(next);
            }}
            onSignedIn={() => {
              keepPending(null);
              onSignedIn();
            }}
          />
        ) : (
          <EmailStep
            onSent={(next) => {
              keepPending(next);
              setPending(next);
            }}
          />
        )}
        <SignInFoot />
      </main>
      <SignInScene />
    </div>
  );
}
