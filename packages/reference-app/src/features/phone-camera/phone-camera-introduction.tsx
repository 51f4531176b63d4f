import { useSignals } from '@preact/signals-react/runtime';
import { errorText, PhoneCameraError } from '@watchpost/sdk-core';
import type { PhoneCamera, PhoneFailure, PhoneIdentity } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { PhoneFailed } from './phone-camera-failed.tsx';
import { phoneModel } from './phone-camera-identity.ts';
import { PhoneMessage } from './phone-camera-message.tsx';
import { text } from './phone-camera-page-texts.ts';

type Attempt =
  | { readonly kind: 'asking' }
  | { readonly kind: 'no-picture'; readonly reason: PhoneFailure }
  /** The link is invalid, or the server cannot be reached. */
  | { readonly kind: 'failed'; readonly text: string };

interface PhoneIntroductionProps {
  readonly camera: PhoneCamera;
  readonly token: string;
  readonly onRegistered: () => void;
}

async function describePhone(): Promise<PhoneIdentity> {
  const model = await phoneModel(navigator);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { title: model ?? text('deviceName'), timeZone, ...(model !== null && { model }) };
}

/** Explains which permissions the browser will request and why, before it does. */
export function PhoneIntroduction({ camera, token, onRegistered }: PhoneIntroductionProps): ReactNode {
  const [isBusy, setIsBusy] = useState(false);
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'asking' });
  useSignals();
  const name = camera.title.value;
  const start = async (): Promise<void> => {
    setIsBusy(true);
    try {
      // Nothing is waited for before: some browsers let a page play only in the press itself.
      await camera.register(token, describePhone());
      onRegistered();
    } catch (error) {
      setIsBusy(false);
      setAttempt(
        error instanceof PhoneCameraError
          ? { kind: 'no-picture', reason: error.reason }
          : { kind: 'failed', text: errorText(error, currentLocale()) },
      );
    }
  };
  if (attempt.kind === 'no-picture') return <PhoneFailed reason={attempt.reason} isBusy={isBusy} onAgain={() => void start()} />;
  const hasFailed = attempt.kind === 'failed';
  return (
    <PhoneMessage
      heading={text(hasFailed ? 'failedHeading' : 'introHeading')}
      body={hasFailed ? attempt.text : text('introText')}
      isFailure={hasFailed}
    >
      {name === null ? null : <p className="phone-page-small">{text('introReplace', { name })}</p>}
      <Button look="primary" size="l" wide busy={isBusy} onClick={() => void start()}>
        {text(isBusy ? 'starting' : hasFailed ? 'again' : 'start')}
      </Button>
    </PhoneMessage>
  );
}
