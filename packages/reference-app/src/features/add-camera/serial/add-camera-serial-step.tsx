import { required, WatchpostError, type RegistrationTokenAnswer, type Rule } from '@watchpost/sdk-core';
import { ScanBarcode } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { serialNumberMask } from '../../../shared/forms/field-masks.ts';
import { useForm } from '../../../shared/forms/use-form.ts';
import { useClient } from '../../../shared/client.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FailureNote } from '../add-camera-failure-note.tsx';
import { registrationFailure, type RegistrationFailure } from '../code/add-camera-registration-failure.ts';
import { text as flowText } from '../flow/add-camera-flow-texts.ts';
import { isSerialNumber } from './add-camera-serial-number.ts';
import { Scanner } from './add-camera-scanner.tsx';
import { text } from './add-camera-serial-texts.ts';
import { StepForm } from '../add-camera-step-form.tsx';

const serialRule: Rule = (value) => (isSerialNumber(value) ? null : { rule: 'fallback', text: text('invalid') });

interface SerialStepProps {
  readonly serialNumber: string;
  readonly onAccepted: (serialNumber: string, registration: RegistrationTokenAnswer) => void;
  readonly onOtherMethod: () => void;
}

/** Asks for the serial number, scanned or typed; the server immediately says whether the camera can be added. */
export function SerialStep({ serialNumber, onAccepted, onOtherMethod }: SerialStepProps): ReactNode {
  const client = useClient();
  const form = useForm({ serial: serialNumber }, { serial: [required, serialRule] });
  const [isScanning, setScanning] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RegistrationFailure | null>(null);
  const attempt = useRef<AbortController | null>(null);
  useEffect(() => () => attempt.current?.abort(), []);

  const take = async (number: string): Promise<void> => {
    const controller = new AbortController();
    attempt.current = controller;
    setFailure(null);
    setBusy(true);
    try {
      onAccepted(number, await client.addCamera.createRegistration({ serialNumber: number, signal: controller.signal }));
    } catch (error) {
      if (controller.signal.aborted) return;
      setBusy(false);
      if (error instanceof WatchpostError && error.code === 'serial-number-invalid') form.showErrors({ serial: text('invalid') });
      else setFailure(registrationFailure(error));
    }
  };
  const found = (number: string): void => {
    setScanning(false);
    form.set('serial', number);
    void take(number);
  };

  const submit = (): void => {
    if (form.check()) void take(form.values.serial.trim());
  };

  return (
    <StepForm onSubmit={submit}>
      <div>
        <h1>{text('title')}</h1>
        <p className="dim add-intro">{text('about')}</p>
      </div>
      {failure ? <FailureNote {...failure} /> : null}
      <div>
        <Button icon={<ScanBarcode size={20} />} aria-expanded={isScanning} onClick={() => setScanning(!isScanning)}>
          {text(isScanning ? 'stop' : 'scan')}
        </Button>
      </div>
      {isScanning ? <Scanner onFound={found} /> : null}
      <Field
        {...form.field('serial')}
        label={text('label')}
        mask={serialNumberMask}
        placeholder="WP-7K2M4X9Q0T5VWB3D"
        autoCapitalize="characters"
        autoCorrect="off"
      />
      <details className="add-more">
        <summary>{text('helpTitle')}</summary>
        <ul>
          <li>{text('help1')}</li>
          <li>{text('help2')}</li>
        </ul>
      </details>
      <div className="add-submit">
        <Button type="submit" look="primary" size="l" busy={isBusy}>
          {isBusy ? text('checking') : flowText('next')}
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
