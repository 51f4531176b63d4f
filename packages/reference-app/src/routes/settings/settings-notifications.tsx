import type { ReactNode } from 'react';
import { PushSetting } from '../../features/notifications/index.ts';

/** /settings/notifications */
export function SettingsNotificationsRoute(): ReactNode {
  return <PushSetting />;
}
