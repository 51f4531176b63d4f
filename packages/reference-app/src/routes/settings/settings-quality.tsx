import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { QualityScreen } from '../../features/quality/index.ts';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { to } from '../../shared/navigation/targets.ts';
import { ScreenHeader } from '../../shell/screen-header.tsx';
import { settingsTexts } from '../../shell/settings/settings-texts.ts';

/** /settings/developers/quality */
export function SettingsQualityRoute(): ReactNode {
  const { t } = useTranslation(settingsTexts);
  usePageTitle(t('quality'));
  return (
    <>
      <ScreenHeader title={t('quality')} back={{ to: to.SettingsDevelopers(), label: t('developers') }} />
      <QualityScreen />
    </>
  );
}
