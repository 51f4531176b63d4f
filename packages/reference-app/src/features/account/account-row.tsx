import type { ReactNode } from 'react';

/** A line of the settings: what it is, what it is now, and how to change it. */
export function AccountRow({ icon, title, badge, text, children }: { icon?: ReactNode; title: ReactNode; badge?: ReactNode; text?: ReactNode; children?: ReactNode }): ReactNode {
  return (
    <div className="account-row">
      {icon ? <span className="account-icon">{icon}</span> : null}
      <div className="account-what">
        <p className="account-title">
          <b>{title}</b>
          {badge}
        </p>
        {text ? <p className="small dim">{text}</p> : null}
      </div>
      {children ? <div className="account-control">{children}</div> : null}
    </div>
  );
}
