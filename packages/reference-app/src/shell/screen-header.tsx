import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { HeaderLogo } from './header-logo.tsx';
import { ProfileButton } from './profile/profile-button.tsx';

export interface ScreenHeaderProps {
  readonly title: string;
  /** A line under the title: what the title is about. */
  readonly under?: ReactNode;
  /** Where the arrow leads; without one, phones show the logo. */
  readonly back?: { readonly to: string; readonly label: string; readonly onlySmall?: boolean };
  /** Actions of the screen, before the profile. */
  readonly children?: ReactNode;
}

/** The header of a screen: way back or logo, title, actions, profile. 64 px, on large screens 80. */
export function ScreenHeader({ title, under, back, children }: ScreenHeaderProps): ReactNode {
  return (
    <header className="head">
      {back ? (
        <Link className={back.onlySmall ? 'head-back only-s' : 'head-back'} to={back.to} aria-label={back.label} title={back.label}>
          <ArrowLeft size={24} />
        </Link>
      ) : (
        <HeaderLogo />
      )}
      <div className="grow head-titles">
        <h1 className="cut">{title}</h1>
        {under === undefined ? null : <p className="head-under cut">{under}</p>}
      </div>
      {children}
      <ProfileButton />
    </header>
  );
}
