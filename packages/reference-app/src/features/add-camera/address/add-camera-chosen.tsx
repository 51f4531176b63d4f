import { max, type DiscoveredCamera } from '@watchpost/sdk-core';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useForm } from '../../../shared/forms/use-form.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import type { CameraAddress } from './add-camera-address.ts';
import type { AddCameraFailure } from '../add-camera-errors.ts';
import { FailureNote } from '../add-camera-failure-note.tsx';
import { FoundPicture } from './add-camera-found-picture.tsx';
import { foundName, foundPlace } from './add-camera-search.tsx';
import { text } from './add-camera-address-texts.ts';
import { CameraPasswordField } from './add-camera-password-field.tsx';
import { StepForm } from '../add-camera-step-form.tsx';

/** Maximum length of a camera's name, characters. */
const maxNameLength = 100;

interface ChosenCameraFormProps {
  readonly camera: DiscoveredCamera;
  /** Object URL of its picture; null when the camera sent none. */
  readonly picture: string | null;
  /** The room selection. */
  readonly place: ReactNode;
  readonly failure: AddCameraFailure | null;
  readonly onChanged: (isChanged: boolean) => void;
  readonly onBack: () => void;
  readonly onSubmit: (address: CameraAddress, title: string) => void;
}

/** Asks for the credentials and name of a discovered camera. The server finds its streams. */
export function ChosenCameraForm({ camera, picture, place, failure, onChanged, onBack, onSubmit }: ChosenCameraFormProps): ReactNode {
  const form = useForm({ username: '', password: '', title: '' }, { title: [(value) => max(maxNameLength)(value.trim())] });
  const { isChanged, showErrors } = form;
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);
  useEffect(() => {
    if (failure?.field === 'password') showErrors({ password: failure.text });
    // Shown once for each failure; the form's own functions are new on every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [failure]);
  const submit = (): void => {
    // An empty name falls back to the name in the list.
    const title = form.values.title.trim() || foundName(camera).slice(0, maxNameLength);
    if (form.check()) onSubmit({ url: camera.address, username: form.values.username.trim(), password: form.values.password }, title);
  };

  return (
    <StepForm className="add-form add-chosen" onSubmit={submit}>
      <div>
        <h1>{text('chosenHeading', { name: foundName(camera) })}</h1>
        <p className="dim">{foundPlace(camera)}</p>
        <p className="dim add-intro">{text('chosenText')}</p>
      </div>
      {failure && failure.field !== 'password' ? <FailureNote text={failure.text} /> : null}
      <Field {...form.field('username')} label={text('user')} autoCapitalize="none" autoCorrect="off" autoComplete="off" autoFocus />
      <CameraPasswordField {...form.field('password')} />
      <FoundPicture
        camera={camera}
        name={foundName(camera)}
        first={picture}
        credentials={{ username: form.values.username.trim(), password: form.values.password }}
        onWrongPassword={(reason) => showErrors({ password: reason })}
      />
      <Field
        {...form.field('title')}
        label={text('name')}
        placeholder={foundName(camera)}
        description={text('nameHint')}
        maximum={maxNameLength}
        autoComplete="off"
      />
      {place}
      <div className="add-submit">
        <Button look="quiet" size="l" onClick={onBack}>
          {text('another')}
        </Button>
        <Button type="submit" look="primary" size="l">
          {text('connect')}
        </Button>
      </div>
    </StepForm>
  );
}
