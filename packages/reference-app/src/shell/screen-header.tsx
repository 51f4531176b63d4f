import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ProfileButton } from './profile/profile-button.tsx';

export interface ScreenHeaderProps {
  readonly title: string;
  /** A line under the title, with its context. */
  readonly under?: ReactNode;
  /** Target of the back arrow. */
  readonly back?: { readonly to: string; readonly label: string; readonly onlySmall?: boolean };
  /** The screen's actions, before the profile. */
  readonly children?: ReactNode;
}

/** The header of a screen: back link, title, actions, profile. 64 px high, 80 on large screens. */
export function ScreenHeader({ title, under, back, children }: ScreenHeaderProps): ReactNode {
  return (
    <header className="head">
      {back ? (
        <Link className={back.onlySmall ? 'head-back only-s' : 'head-back'} to={back.to} aria-label={back.label} title={back.label}>
          <ArrowLeft size={24} />
        </Link>
      ) : null}
      <div className="grow head-titles">
        <h1 className="cut">{title}</h1>
        {under === undefined ? null : <p className="head-under cut">{under}</p>}
      </div>
      {children}
      <ProfileButton />
    </header>
  );
}
