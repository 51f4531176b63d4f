import type { ReactNode } from 'react';
import { SettingsMenu } from '../../shell/settings/settings-menu.tsx';

/** /settings/menu */
export function SettingsMenuRoute(): ReactNode {
  return <SettingsMenu />;
}
