import { useId } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../ui/code-field.tsx';
import { ErrorText } from '../ui/field.tsx';
import { codeLength } from './code-entry.ts';
import type { CodeEntry } from './code-entry.ts';
import { ResendCode } from './code-resend.tsx';
import type { ResendCodeProps } from './code-resend.tsx';
import { codeTexts } from './code-texts.ts';
import './code.css';

/** The code's digits, its error, and the button for a new code. */
export function CodeBlock({ entry: { attach, change, code, error }, ...resend }: ResendCodeProps & { entry: CodeEntry }): ReactNode {
  const { t } = useTranslation(codeTexts);
  const errorId = useId();
  return (
    <div className="code-block">
      <CodeField
        ref={attach}
        label={t('label')}
        length={codeLength}
        value={code}
        onValue={change}
        autoFocus
        invalid={error !== null}
        describedBy={error ? errorId : undefined}
      />
      {error ? <ErrorText id={errorId}>{error}</ErrorText> : null}
      <ResendCode {...resend} />
    </div>
  );
}
