import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSelect } from '../../shared/i18n/language-select.tsx';
import { useTopic } from './session-topic.tsx';
import { sessionTexts } from './session-texts.ts';

/** Help and language. */
export function SignInFoot(): ReactNode {
  const { t } = useTranslation(sessionTexts);
  const { open, preload, dialog } = useTopic();
  return (
    <footer className="sign-foot">
      <button type="button" onPointerEnter={preload} onClick={() => open('help')}>
        {t('help')}
      </button>
      <LanguageSelect className="sign-language" />
      {dialog}
    </footer>
  );
}
