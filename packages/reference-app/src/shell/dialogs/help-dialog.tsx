import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { openDialog } from './dialog-store.ts';
import { helpTexts } from './help-texts.ts';
import './help.css';

/** Answers to frequent questions, for operators without a wiki. */
export function HelpDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation(helpTexts);
  const onWrite = (): void => {
    flushSync(onClose);
    openDialog('feedback');
  };
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      footer={
        <>
          <span className="grow help-more">{t('more')}</span>
          <Button onClick={onWrite}>{t('write')}</Button>
        </>
      }
    >
      <div className="help-list">
        {t('questions', { returnObjects: true }).map(({ question, answer }) => (
          <details key={question} name="help">
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </Dialog>
  );
}
