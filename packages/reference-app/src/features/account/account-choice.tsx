import type { ReactNode } from 'react';

/** A setting with its control beside it, or below it on phones. */
export function AccountChoice({ title, text, children }: { title: string; text: string; children: ReactNode }): ReactNode {
  return (
    <div className="account-choice">
      <div className="account-what">
        <p className="account-title">{title}</p>
        <p className="small dim">{text}</p>
      </div>
      {children}
    </div>
  );
}
