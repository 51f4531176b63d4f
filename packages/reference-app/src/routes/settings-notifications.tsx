import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../shared/navigation/targets.ts';
import { Button } from '../shared/ui/button.tsx';
import { EmptyState } from '../shared/ui/empty-state.tsx';

/** /settings/notifications */
export function SettingsNotificationsRoute(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <EmptyState title={t('settings.notifications')} text={t('settings.notificationsText')}>
      <Button onClick={() => void navigate(to.Dashboard())}>{t('shell.toCameras')}</Button>
    </EmptyState>
  );
}
