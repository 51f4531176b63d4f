import { required } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useForm } from '../../../shared/forms/use-form.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { text } from './add-camera-flow-texts.ts';
import { readCameraLink } from './add-camera-link.ts';
import { StepForm } from '../add-camera-step-form.tsx';

/** Adds a shared camera by its link. */
export function LinkStep({ origin, onOpen }: { readonly origin: string; readonly onOpen: (path: string) => void }): ReactNode {
  const form = useForm({ link: '' }, { link: [required] });
  const submit = (): void => {
    if (!form.check()) return;
    const link = readCameraLink(form.values.link, origin);
    if ('path' in link) onOpen(link.path);
    else form.showErrors({ link: link.problem === 'incorrect' ? text('linkIncorrect') : text('linkForeign', { product: 'Watchpost' }) });
  };
  return (
    <StepForm onSubmit={submit}>
      <div>
        <h1>{text('linkTitle')}</h1>
        <p className="dim add-intro">{text('linkText')}</p>
      </div>
      <Field
        {...form.field('link')}
        label={text('linkLabel')}
        placeholder={text('linkPlaceholder')}
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        autoFocus
      />
      <div className="add-submit">
        <Button type="submit" look="primary" size="l">
          {text('next')}
        </Button>
      </div>
    </StepForm>
  );
}
