import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { codeErrorText } from '../../../shared/code/code-errors.ts';
import { codeTexts } from '../../../shared/code/code-texts.ts';
import { commonTexts } from '../../../shared/i18n/common-texts.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { userCodeMask } from './session-device-code-mask.ts';
import { deviceCodeTexts } from './session-device-code-texts.ts';

export interface EnterStepProps {
  readonly code: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onCode: (code: string) => void;
  readonly onEnter: () => void;
}

/** First step: the code that the device shows. */
export function EnterStep({ code, isBusy, error, onCode, onEnter }: EnterStepProps): ReactNode {
  const { t } = useTranslation([deviceCodeTexts, codeTexts, commonTexts]);
  const [isIncomplete, setIncomplete] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isComplete = userCodeMask.isComplete(code);
    setIncomplete(!isComplete);
    if (isComplete && !isBusy) onEnter();
  };
  return (
    <form className="device-code" noValidate onSubmit={submit}>
      <div>
        <h1>{t('title')}</h1>
        <p className="dim device-code-lead">{t('lead')}</p>
      </div>
      <Field
        label={t('code')}
        description={t('codeHelp')}
        error={isIncomplete ? t('codeIncomplete') : error && codeErrorText(error)}
        value={code}
        onValue={(entered) => {
          setIncomplete(false);
          onCode(entered);
        }}
        mask={userCodeMask}
        name="user-code"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        enterKeyHint="next"
        autoFocus
      />
      <Button type="submit" look="primary" size="l" wide busy={isBusy}>
        {t('common:continue')}
      </Button>
    </form>
  );
}
