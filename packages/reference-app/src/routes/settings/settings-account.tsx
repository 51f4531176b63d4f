import type { ReactNode } from 'react';
import { AccountScreen } from '../../features/account/index.ts';

/** /settings/account */
export function SettingsAccountRoute(): ReactNode {
  return <AccountScreen />;
}
