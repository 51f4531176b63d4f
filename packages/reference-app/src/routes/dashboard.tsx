import type { ReactNode } from 'react';
import { DashboardScreen } from '../features/cameras/index.ts';
import { ProfileMenu } from '../shell/profile-menu.tsx';
import { HeaderLogo } from '../shell/shell.tsx';

/** / */
export function DashboardRoute(): ReactNode {
  return <DashboardScreen logo={<HeaderLogo />} profile={<ProfileMenu />} />;
}
