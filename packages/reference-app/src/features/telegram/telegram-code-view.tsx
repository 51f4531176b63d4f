import { errorText, systemClock } from '@watchpost/sdk-core';
import { copyText } from '@watchpost/sdk-core/browser';
import { Check, CircleAlert, Copy, ExternalLink, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { RichText } from '../../shared/i18n/rich-text.tsx';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { codeHalves, countdownText, useTelegramCode } from './telegram-code.ts';
import type { TelegramCode } from './telegram-code.ts';
import { text } from './telegram-texts.ts';
import './telegram.css';

/** How long copying is confirmed (specification 1, section 9). */
const copiedMs = 3000;
const countdownSeconds = 600;

/** Links a chat: the bot, and the code to send it. */
export function TelegramSetUp(): ReactNode {
  useTranslation();
  const { code, retry } = useTelegramCode(useClient().telegram.createToken);
  if (code.kind === 'failed') return <Failure error={code.error} onRetry={retry} />;
  return (
    <div className="telegram-set-up">
      <p className="dim">{text('intro')}</p>
      <OpenBot code={code} />
      <div>
        <div className="telegram-step">
          <span className="telegram-number">2</span>
          <b>{text('codeTitle')}</b>
        </div>
        <Code code={code} />
      </div>
      <CopyCode code={code} />
    </div>
  );
}

function OpenBot({ code }: { readonly code: TelegramCode }): ReactNode {
  const bot = code.kind === 'ready' ? code.botName : null;
  return (
    <div className="telegram-step">
      <span className="telegram-number">1</span>
      <div>
        <b>{text('openTitle')}</b>
        <p className="small dim">{code.kind !== 'ready' ? '\u00A0' : bot === null ? text('openUnknown') : text('openText', { bot })}</p>
      </div>
      {code.kind === 'ready' && bot !== null ? (
        <a
          className={buttonClass({ size: 's' })}
          href={`https://t.me/${bot}?start=${code.token}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          <ExternalLink size={16} />
          {text('open')}
        </a>
      ) : null}
    </div>
  );
}

function Code({ code }: { readonly code: TelegramCode }): ReactNode {
  const halves = code.kind === 'ready' ? codeHalves(code.token) : (['', ''] as const);
  const left = code.kind === 'ready' ? code.secondsLeft : countdownSeconds;
  return (
    <>
      <div
        className="telegram-code"
        role="img"
        aria-label={code.kind === 'ready' ? text('code', { code: halves.join(' – ') }) : undefined}
        aria-busy={code.kind === 'loading'}
        translate="no"
      >
        <b>{halves[0]}</b>
        <span className="telegram-dash" />
        <b>{halves[1]}</b>
      </div>
      <div className="telegram-left">
        <span className="small">
          <RichText message={text('newCode', { time: countdownText(left) })} parts={{ b: (time) => <b>{time}</b> }} />
        </span>
        <progress className="telegram-run" max={countdownSeconds} value={left} aria-hidden="true" />
      </div>
    </>
  );
}

function CopyCode({ code }: { readonly code: TelegramCode }): ReactNode {
  const [copiedToken, setCopiedToken] = useState<string | null>(null);
  const token = code.kind === 'ready' ? code.token : null;
  const isCopied = token !== null && copiedToken === token;
  useEffect(() => (isCopied ? systemClock.after(copiedMs, () => setCopiedToken(null)) : undefined), [isCopied]);
  const copy = (): void => {
    if (token === null) return;
    copyText(token).then(
      () => setCopiedToken(token),
      () => showToast('error', text('copyFailed'), { id: 'telegram' }),
    );
  };
  return (
    <Button look="primary" onClick={copy} disabled={token === null} aria-live="polite">
      {isCopied ? <Check size={18} /> : <Copy size={18} />}
      {text(isCopied ? 'copied' : 'copy')}
    </Button>
  );
}

function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }): ReactNode {
  return (
    <div className="telegram-failure" role="alert">
      <CircleAlert size={20} />
      <div>
        <b>{text('failed')}</b>
        <p className="small dim">{errorText(error, currentLocale())}</p>
      </div>
      <Button size="s" onClick={onRetry}>
        <RefreshCw size={16} />
        {text('retry')}
      </Button>
    </div>
  );
}
