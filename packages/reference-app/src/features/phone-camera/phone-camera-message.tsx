import { CircleAlert, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';

interface PhoneMessageProps {
  readonly heading: string;
  readonly body: string;
  readonly isFailure?: boolean;
  /** Actions that may help. */
  readonly children?: ReactNode;
}

/** Replaces the picture: explains why there is none, and what to do. */
export function PhoneMessage({ heading, body, isFailure = false, children }: PhoneMessageProps): ReactNode {
  return (
    <section className="phone-page-message">
      {isFailure ? <CircleAlert size={40} /> : <Smartphone size={40} />}
      <h1>{heading}</h1>
      <p role={isFailure ? 'alert' : 'status'}>{body}</p>
      {children}
    </section>
  );
}
