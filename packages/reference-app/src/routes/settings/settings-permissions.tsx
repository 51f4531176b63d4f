import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PermissionsScreen } from '../../features/sharing/index.ts';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { to } from '../../shared/navigation/targets.ts';
import { ScreenHeader } from '../../shell/screen-header.tsx';
import { settingsTexts } from '../../shell/settings/settings-texts.ts';

/** /settings/permissions */
export function SettingsPermissionsRoute(): ReactNode {
  const { t } = useTranslation(settingsTexts);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  usePageTitle(t('permissions'));
  return (
    <>
      <ScreenHeader title={t('permissions')} back={{ to: to.SettingsMenu(), label: t('all'), onlySmall: true }}>
        <div className="head-actions" ref={setActions} />
      </ScreenHeader>
      <PermissionsScreen actions={actions} />
    </>
  );
}
