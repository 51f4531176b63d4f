import { errorText, max, required, WatchpostError } from '@watchpost/sdk-core';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useForm } from '../../../shared/forms/use-form.ts';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { addressProblem, splitAddress } from './add-camera-address.ts';
import type { AddressProblem, CameraAddress } from './add-camera-address.ts';
import type { AddCameraFailure } from '../add-camera-errors.ts';
import { FailureNote } from '../add-camera-failure-note.tsx';
import { AddressHelp } from './add-camera-help.tsx';
import { text } from './add-camera-address-texts.ts';
import { CameraPasswordField } from './add-camera-password-field.tsx';
import { StepForm } from '../add-camera-step-form.tsx';

/** Maximum length of a camera's name, characters. */
const maxNameLength = 100;

interface AddCameraFormProps {
  readonly failure: AddCameraFailure | null;
  /** The room selection. */
  readonly place: ReactNode;
  /** Shown above the fields: the network search. */
  readonly search: ReactNode;
  readonly onChanged: (isChanged: boolean) => void;
  readonly onSubmit: (address: CameraAddress, title: string) => void;
}

/** Form for the address, the camera's credentials and a name. */
export function AddCameraForm({ failure, place, search, onChanged, onSubmit }: AddCameraFormProps): ReactNode {
  const form = useForm(
    { url: '', username: '', password: '', title: '' },
    { url: [required], title: [(value) => max(maxNameLength)(value.trim())] },
  );
  const { isChanged, showErrors } = form;
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);
  useEffect(() => {
    if (failure?.field) showErrors({ [failure.field]: failure.text });
    // Shown once for each failure; the form's own functions are new on every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [failure]);

  /** Splits a pasted `rtsp://user:password@…` into three fields, so that the password is not readable in the address. */
  const takeApart = (): CameraAddress => {
    const { url, username, password } = splitAddress(form.values.url);
    const address = {
      url,
      username: username === '' ? form.values.username.trim() : username,
      password: password === '' ? form.values.password : password,
    };
    if (username !== '') form.set('username', username);
    if (password !== '') form.set('password', password);
    if (url !== form.values.url) form.set('url', url);
    return address;
  };
  const submit = (): void => {
    if (!form.check()) return;
    const problem = addressProblem(form.values.url);
    if (problem) return showErrors({ url: problemText(problem) });
    onSubmit(takeApart(), form.values.title.trim());
  };

  return (
    <div className="add-grid">
      <StepForm className="add-form" onSubmit={submit}>
        <div>
          <h1>{text('heading')}</h1>
          <p className="dim add-intro">{text('intro')}</p>
        </div>
        {search}
        <h2>{text('byAddress')}</h2>
        {failure && failure.field === null ? <FailureNote text={failure.text} /> : null}
        <Field
          {...form.field('url')}
          onBlur={() => {
            if (addressProblem(form.values.url) === null) takeApart();
          }}
          label={text('url')}
          placeholder={text('urlPlaceholder')}
          description={text('urlHint')}
          inputMode="url"
          autoCapitalize="none"
          autoCorrect="off"
          autoFocus
        />
        <div className="add-pair">
          <Field {...form.field('username')} label={text('user')} autoCapitalize="none" autoCorrect="off" autoComplete="off" />
          <CameraPasswordField {...form.field('password')} />
          <p className="wp-help">{text('credentialsHint')}</p>
        </div>
        <Field
          {...form.field('title')}
          label={text('name')}
          placeholder={text('namePlaceholder')}
          description={text('nameHint')}
          maximum={maxNameLength}
          autoComplete="off"
        />
        {place}
        <div className="add-submit">
          <Button type="submit" look="primary" size="l">
            {text('connect')}
          </Button>
        </div>
      </StepForm>
      <AddressHelp onUse={(url) => form.set('url', url)} />
    </div>
  );
}

function problemText({ character, mayBePassword }: AddressProblem): string {
  if (character === null) return errorText(new WatchpostError('camera-url-invalid'), currentLocale());
  if (mayBePassword) return text('urlPassword', { character });
  return /\s/.test(character) ? text('urlSpace') : text('urlCharacter', { character });
}
