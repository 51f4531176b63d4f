import { encodeRegistrationCode, type RegistrationTokenAnswer, type WifiNetwork } from '@watchpost/sdk-core';
import { Wifi } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useNow } from '../../../shared/live/now.ts';
import { useClient } from '../../../shared/client.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { QrCode } from '../../../shared/ui/qr-code.tsx';
import { Banner, Spinner } from '../../../shared/ui/status.tsx';
import { clockText } from '../add-camera-connecting.tsx';
import { FailureNote } from '../add-camera-failure-note.tsx';
import { text as flowText } from '../flow/add-camera-flow-texts.ts';
import { text } from './add-camera-code-texts.ts';
import { CodeDrawing } from './add-camera-code-drawing.tsx';
import { refusalFailure, registrationFailure } from './add-camera-registration-failure.ts';
import { useCode } from './use-code.ts';
import { useRegistration } from './use-registration.ts';

interface CodeStepProps {
  readonly serial: { readonly number: string; readonly registration: RegistrationTokenAnswer } | null;
  readonly wifi: WifiNetwork | null;
  readonly onChangeWifi: () => void;
  readonly onOtherMethod: () => void;
  /** `isSeen`: the camera has contacted the server, so the user need not confirm that it read the code. */
  readonly onRead: (registrationId: string, isSeen: boolean) => void;
}

/** Shows the code as large as space allows, and how to hold the camera. */
export function CodeStep({ serial, wifi, onChangeWifi, onOtherMethod, onRead }: CodeStepProps): ReactNode {
  const { code, renew } = useCode(serial);
  const registrationId = code.state === 'shown' ? code.registration.registrationId : null;
  const { registration } = useRegistration(registrationId);
  const isSeen = registration?.state === 'registered';
  useEffect(() => {
    if (isSeen && registrationId !== null) onRead(registrationId, true);
    // Runs once; the callback is new on every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isSeen, registrationId]);

  if (code.state === 'failed') {
    return (
      <section className="add-step">
        <h1>{text('codeTitle')}</h1>
        <FailureNote {...registrationFailure(code.error)} />
        <div className="add-row">
          <Button look="primary" onClick={renew}>
            {flowText('retry')}
          </Button>
          <Button look="quiet" onClick={onOtherMethod}>
            {flowText('otherWay')}
          </Button>
        </div>
      </section>
    );
  }
  return (
    <section className="add-code">
      <div className="add-code-picture">
        {code.state === 'shown' ? (
          <ShownCode registrationToken={code.registration.registrationToken} wifi={wifi} />
        ) : (
          <div className="add-code-preparing">
            <Spinner label={text('preparing')} />
          </div>
        )}
      </div>
      <div className="add-code-side">
        <CodeDrawing distance={text('codeDistance')} />
        <h1>{text('codeTitle')}</h1>
        <ol className="wp-steps">
          <li>{text('code1')}</li>
          <li>{text('code2')}</li>
        </ol>
        {registration && registration.refusal !== null ? <FailureNote {...refusalFailure(registration.refusal)} /> : null}
        <CodeActions
          canGoOn={registrationId !== null}
          onRead={() => registrationId !== null && onRead(registrationId, false)}
          onRenew={renew}
          onOtherMethod={onOtherMethod}
        />
        <p className="add-code-foot">
          <Wifi size={16} aria-hidden="true" />
          <span>{wifi ? text('codeWifi', { name: wifi.name }) : text('codeNoWifi')}</span>
          <button type="button" className="wp-link" onClick={onChangeWifi}>
            {text('codeChange')}
          </button>
          {code.state === 'shown' ? <TimeLeft until={code.registration.expiresAt} /> : null}
        </p>
      </div>
    </section>
  );
}

function ShownCode({ registrationToken, wifi }: { readonly registrationToken: string; readonly wifi: WifiNetwork | null }): ReactNode {
  const { baseUrl } = useClient().http;
  const { hostname } = new URL(baseUrl);
  return (
    <>
      <QrCode text={encodeRegistrationCode({ server: baseUrl, registrationToken, wifi })} label={text('codeLabel')} />
      {/^(localhost|127\.|\[::1\])/.test(hostname) ? <Banner kind="warning">{text('codeLocalhost', { host: hostname })}</Banner> : null}
    </>
  );
}

function TimeLeft({ until }: { readonly until: number }): ReactNode {
  return <span className="add-code-time">{text('codeRenewed', { time: clockText(until - useNow(1000)) })}</span>;
}

interface CodeActionsProps {
  readonly canGoOn: boolean;
  readonly onRead: () => void;
  readonly onRenew: () => void;
  readonly onOtherMethod: () => void;
}

function CodeActions({ canGoOn, onRead, onRenew, onOtherMethod }: CodeActionsProps): ReactNode {
  const [isHelping, setHelping] = useState(false);
  return (
    <>
      <div className="add-row">
        <Button look="primary" size="l" disabled={!canGoOn} onClick={onRead}>
          {text('codeRead')}
        </Button>
        <Button look="quiet" size="l" aria-expanded={isHelping} onClick={() => setHelping(!isHelping)}>
          {text('codeNothing')}
        </Button>
      </div>
      {isHelping ? (
        <div className="add-code-help">
          <h2>{text('helpTitle')}</h2>
          <ul>
            <li>{text('help1')}</li>
            <li>{text('help2')}</li>
            <li>{text('help3')}</li>
            <li>{text('help4')}</li>
          </ul>
          <div className="add-row">
            <Button size="s" onClick={onRenew}>
              {text('helpRenew')}
            </Button>
            <Button size="s" look="quiet" onClick={onOtherMethod}>
              {flowText('otherWay')}
            </Button>
          </div>
        </div>
      ) : null}
    </>
  );
}
