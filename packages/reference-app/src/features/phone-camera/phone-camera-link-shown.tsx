import { copyText } from '@watchpost/sdk-core/browser';
import { Check, Copy, Share2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNow } from '../../shared/live/now.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { QrCode } from '../../shared/ui/qr-code.tsx';
import { Skeleton } from '../../shared/ui/status.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { linkProblem } from './phone-camera-link-model.ts';
import type { PhoneLink } from './phone-camera-link-model.ts';
import { linkText as text } from './phone-camera-link-texts.ts';

interface PhoneLinkShownProps {
  /** Null while it is being created. */
  readonly link: Extract<PhoneLink, { kind: 'shown' }> | null;
}

/** Shows the code to scan, the link to share, and instructions. */
export function PhoneLinkShown({ link }: PhoneLinkShownProps): ReactNode {
  const problem = linkProblem(location);
  return (
    <section className="phone-link">
      <div className="phone-link-code" aria-busy={link === null}>
        {link ? <QrCode text={link.url} label={text('code')} /> : <Skeleton kind="picture" />}
      </div>
      <div className="phone-link-side">
        <h1>{text('heading')}</h1>
        <p className="dim">{text('intro')}</p>
        {problem ? (
          <p className="phone-link-problem" role="note">
            <TriangleAlert size={20} />
            <span>{text(problem)}</span>
          </p>
        ) : null}
        <ol className="phone-link-steps">
          <li>{text('step1')}</li>
          <li>{text('step2')}</li>
          <li>{text('step3')}</li>
        </ol>
        {link ? <LinkActions link={link} /> : null}
        {link ? (
          <div className="phone-link-foot">
            <a className={buttonClass({ look: 'quiet' })} href={link.url} target="_blank" rel="noreferrer">
              {text('here')}
            </a>
          </div>
        ) : null}
      </div>
    </section>
  );
}

function LinkActions({ link: { url, expiresAt } }: { readonly link: Extract<PhoneLink, { kind: 'shown' }> }): ReactNode {
  const now = useNow(1000);
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    copyText(url).then(
      () => {
        setCopied(true);
        showToast('success', text('copied'));
      },
      // Without clipboard access, the visible address can be selected.
      () => setCopied(false),
    );
  };
  // Sharing was cancelled by the user.
  const send = (): void => void navigator.share({ url }).catch(() => undefined);
  return (
    <div className="phone-link-actions">
      <label className="phone-link-address">
        <span className="visually-hidden">{text('link')}</span>
        <input readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div className="phone-link-buttons">
        <Button look="primary" icon={copied ? <Check size={20} /> : <Copy size={20} />} onClick={copy}>
          {text('copy')}
        </Button>
        {typeof navigator.share === 'function' ? (
          <Button icon={<Share2 size={20} />} onClick={send}>
            {text('send')}
          </Button>
        ) : null}
      </div>
      <p className="small dim n">{text('timeLeft', { time: minutes(expiresAt - now) })}</p>
    </div>
  );
}

function minutes(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
