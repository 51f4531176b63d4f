import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LanguageSelect } from '../../../shared/i18n/language-select.tsx';
import { to } from '../../../shared/navigation/targets.ts';
import { Mark } from '../../../shared/ui/mark.tsx';
import './sharing-public-header.css';

/** The header of pages that need no account: the product, the language, and the user's profile if there is one. */
export function PublicHeader({ profile }: { readonly profile: ReactNode }): ReactNode {
  return (
    <header className="public-head">
      {/* The address may contain a secret, which no entry of the history keeps. */}
      <Link to={to.Dashboard()} replace className="brand" aria-label="Watchpost">
        <Mark />
        Watchpost
      </Link>
      {/* On a phone the profile has the language. */}
      <LanguageSelect className={profile === null ? 'public-language' : 'public-language only-l'} />
      {profile}
    </header>
  );
}
