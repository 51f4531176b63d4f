import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteSetting } from './account-delete-setting.tsx';
import { Devices } from './account-devices.tsx';
import { EmailSetting } from './account-email-setting.tsx';
import { LanguageSetting } from './account-language-setting.tsx';
import { ThemeSetting } from './account-theme-setting.tsx';
import { accountTexts } from './account-texts.ts';
import './account.css';

/** Account settings: identity, language, devices, deletion. The surrounding page shows the title. */
export function AccountScreen(): ReactNode {
  const { t } = useTranslation(accountTexts);
  return (
    <div className="account">
      <section aria-labelledby="account-sign-in">
        <h2 id="account-sign-in">{t('signIn')}</h2>
        <EmailSetting />
      </section>
      <section aria-labelledby="account-look">
        <h2 id="account-look">{t('look')}</h2>
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
