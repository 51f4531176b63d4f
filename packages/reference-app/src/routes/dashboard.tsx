import type { ReactNode } from 'react';
import { DashboardScreen } from '../features/cameras/index.ts';
import { openDialog } from '../shell/dialogs/dialog-store.ts';
import { HeaderLogo } from '../shell/header-logo.tsx';
import { ProfileButton } from '../shell/profile/profile-button.tsx';

/** / */
export function DashboardRoute(): ReactNode {
  return <DashboardScreen logo={<HeaderLogo />} profile={<ProfileButton />} onShare={() => openDialog('share')} />;
}
