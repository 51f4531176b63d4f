import { required, WatchpostError } from '@watchpost/sdk-core';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useForm } from '../../../shared/forms/use-form.ts';
import { useClient } from '../../../shared/client.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FailureNote } from '../add-camera-failure-note.tsx';
import { text as flowText } from '../flow/add-camera-flow-texts.ts';
import { text } from './add-camera-code-texts.ts';
import { registrationFailure, type RegistrationFailure } from './add-camera-registration-failure.ts';
import { StepForm } from '../add-camera-step-form.tsx';

/** Requests a camera in the local network to register itself (port 7654). */
export function LocalStep({
  onGiven,
  onOtherMethod,
}: {
  readonly onGiven: (registrationId: string) => void;
  readonly onOtherMethod: () => void;
}): ReactNode {
  const client = useClient();
  const form = useForm({ address: '' }, { address: [required] });
  const [failure, setFailure] = useState<RegistrationFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const attempt = useRef<AbortController | null>(null);
  useEffect(() => () => attempt.current?.abort(), []);
  const connect = async (): Promise<void> => {
    if (!form.check()) return;
    const controller = new AbortController();
    attempt.current = controller;
    setFailure(null);
    setBusy(true);
    try {
      const { registrationId } = await client.addCamera.registerLocal(form.values.address.trim(), { signal: controller.signal });
      onGiven(registrationId);
    } catch (error) {
      if (controller.signal.aborted) return;
      setBusy(false);
      // An error that another address can resolve appears under the address.
      if (error instanceof WatchpostError && error.code === 'camera-url-invalid') form.showErrors({ address: text('localWrong') });
      else setFailure(registrationFailure(error));
    }
  };
  return (
    <StepForm onSubmit={() => void connect()}>
      <div>
        <h1>{text('localTitle')}</h1>
        <p className="dim add-intro">{text('localText')}</p>
      </div>
      {failure ? <FailureNote {...failure} /> : null}
      <Field
        {...form.field('address')}
        label={text('localLabel')}
        placeholder="192.168.1.20"
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        autoFocus
      />
      <div className="add-submit">
        <Button type="submit" look="primary" size="l" busy={isBusy}>
          {text(isBusy ? 'localBusy' : 'localConnect')}
        </Button>
      </div>
      {failure ? (
        <Button look="quiet" onClick={onOtherMethod}>
          {flowText('otherWay')}
        </Button>
      ) : null}
    </StepForm>
  );
}
