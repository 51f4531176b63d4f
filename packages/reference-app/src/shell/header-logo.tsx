import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { to } from '../shared/navigation/targets.ts';
import { Mark } from '../shared/ui/mark.tsx';

/** The mark in the headers of small screens, where there is no sidebar. */
export function HeaderLogo(): ReactNode {
  return (
    <Link to={to.Dashboard()} className="head-logo only-s" aria-label="Watchpost">
      <Mark />
    </Link>
  );
}
