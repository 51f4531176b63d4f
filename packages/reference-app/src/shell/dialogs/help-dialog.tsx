import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import type { AppLocale } from '../../shared/i18n/i18n.ts';
import en from '../../shared/i18n/texts/help.en.json';
import ru from '../../shared/i18n/texts/help.ru.json';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { openDialog } from './dialog-store.ts';
import './help.css';

const texts: Readonly<Record<AppLocale, typeof en>> = { en, ru };

/** What people ask most, where the operator has no wiki of their own. */
export function HelpDialog({ onClose }: { onClose: () => void }): ReactNode {
  useTranslation();
  const { title, questions, more, write } = texts[currentLocale()];
  const onWrite = (): void => {
    flushSync(onClose);
    openDialog('feedback');
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <span className="grow help-more">{more}</span>
          <Button onClick={onWrite}>{write}</Button>
        </>
      }
    >
      <div className="help-list">
        {questions.map(({ question, answer }) => (
          <details key={question} name="help">
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </Dialog>
  );
}
