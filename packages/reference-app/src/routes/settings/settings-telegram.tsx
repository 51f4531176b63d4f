import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TelegramScreen, telegramText } from '../../features/telegram/index.ts';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { to } from '../../shared/navigation/targets.ts';
import { NotFound } from '../../shell/not-found.tsx';
import { ScreenHeader } from '../../shell/screen-header.tsx';
import { settingsTexts } from '../../shell/settings/settings-texts.ts';

/** /settings/account/telegram-notifications */
export function SettingsTelegramRoute(): ReactNode {
  return <TelegramScreen header={<Header />} missing={<NotFound />} />;
}

function Header(): ReactNode {
  const { t } = useTranslation(settingsTexts);
  const title = telegramText('title');
  usePageTitle(title);
  return <ScreenHeader title={title} back={{ to: to.SettingsAccount(), label: t('account') }} />;
}
