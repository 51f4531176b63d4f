import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteSetting } from './account-delete-setting.tsx';
import { Devices } from './account-devices.tsx';
import { EmailSetting } from './account-email-setting.tsx';
import { LanguageSetting } from './account-language-setting.tsx';
import { ThemeSetting } from './account-theme-setting.tsx';
import './account.css';

/** Settings of the account: who, in which language, where, and the way out. The page around it brings the title. */
export function AccountScreen(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="account">
      <section aria-labelledby="account-sign-in">
        <h2 id="account-sign-in">{t('account.signIn')}</h2>
        <EmailSetting />
      </section>
      <section aria-labelledby="account-look">
        <h2 id="account-look">{t('account.look')}</h2>
        <div className="account-rows">
          <LanguageSetting />
          <ThemeSetting />
        </div>
      </section>
      <Devices />
      <DeleteSetting />
    </div>
  );
}
