import { isWifiName, isWifiPassword, required, type Rule, type WifiNetwork } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useForm } from '../../../shared/forms/use-form.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Checkbox } from '../../../shared/ui/choice.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Banner } from '../../../shared/ui/status.tsx';
import { text } from './add-camera-flow-texts.ts';
import { StepForm } from '../add-camera-step-form.tsx';

/** Routers with two networks mark the 5 GHz one in its name. */
const looksLikeFiveGigahertz = /(?:^|[^\d.,])5\s?g(?:hz|г)?(?![a-z\d])/i;

const nameRule: Rule = (value) => (isWifiName(value) ? null : { rule: 'fallback', text: text('wifiNameWrong') });
const passwordRule: Rule = (value) => (isWifiPassword(value) ? null : { rule: 'fallback', text: text('wifiPasswordWrong') });

interface WifiStepProps {
  /** The network entered before. */
  readonly wifi: WifiNetwork | null | undefined;
  /** Null: the camera stays in its network. */
  readonly onDone: (wifi: WifiNetwork | null) => void;
}

/** Asks for the network that the camera joins. Names and passwords are not trimmed: a trailing space may be part of them. */
export function WifiStep({ wifi, onDone }: WifiStepProps): ReactNode {
  const [isOpen, setOpen] = useState(wifi?.password === null);
  const form = useForm(
    { name: wifi?.name ?? '', password: wifi?.password ?? '' },
    { name: [required, nameRule], ...(!isOpen && { password: [required, passwordRule] }) },
  );
  const submit = (): void => {
    if (form.check()) onDone({ name: form.values.name, password: isOpen ? null : form.values.password });
  };
  const hint = looksLikeFiveGigahertz.test(form.values.name) ? { hint: text('wifiFive') } : {};
  return (
    <StepForm onSubmit={submit}>
      <h1>{text('wifiTitle')}</h1>
      <Banner>{text('wifiBand')}</Banner>
      <Field
        {...form.field('name')}
        {...hint}
        label={text('wifiName')}
        description={text('wifiNameHint')}
        autoCapitalize="none"
        autoCorrect="off"
        autoComplete="off"
        autoFocus
      />
      {isOpen ? null : (
        <Field
          {...form.field('password')}
          label={text('wifiPassword')}
          description={text('wifiPasswordHint')}
          type="password"
          autoComplete="new-password"
        />
      )}
      <Checkbox label={text('wifiOpen')} checked={isOpen} onChange={setOpen} />
      <div className="add-submit">
        <Button type="submit" look="primary" size="l">
          {text('next')}
        </Button>
      </div>
      <Button look="quiet" onClick={() => onDone(null)}>
        {text('wifiNone')}
      </Button>
    </StepForm>
  );
}
