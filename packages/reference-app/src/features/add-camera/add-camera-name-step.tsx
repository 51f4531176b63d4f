import { useQueryClient } from '@tanstack/react-query';
import { errorText, max, required, type Camera } from '@watchpost/sdk-core';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useForm } from '../../shared/forms/use-form.ts';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Spinner } from '../../shared/ui/status.tsx';
import { PictureToCome } from './add-camera-connecting.tsx';
import { FailureNote } from './add-camera-failure-note.tsx';
import { text } from './code/add-camera-code-texts.ts';
import { useNewCamera } from './code/use-registration.ts';
import { StepForm } from './add-camera-step-form.tsx';

/** Characters of a camera's name. */
const longest = 100;

interface CameraStepProps {
  readonly cameraId: string;
  readonly onLeave: () => void;
}

/** Rename, beside the first picture. */
export function NameStep({ cameraId, onLeave, onNamed }: CameraStepProps & { readonly onNamed: () => void }): ReactNode {
  return <WithCamera cameraId={cameraId} onLeave={onLeave} show={(camera) => <NameForm camera={camera} onNamed={onNamed} />} />;
}

function NameForm({ camera, onNamed }: { readonly camera: Camera; readonly onNamed: () => void }): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const form = useForm({ name: camera.title }, { name: [required, (value) => max(longest)(value.trim())] });
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    if (!form.check()) return;
    const name = form.values.name.trim();
    setSaving(true);
    try {
      if (name !== camera.title) {
        const renamed = await client.cameras.rename(camera.id, name);
        // An answer that was on its way still has the old name.
        await cache.cancelQueries({ queryKey: ['cameras', camera.id], exact: true });
        cache.setQueryData(['cameras', camera.id], renamed);
      }
      void cache.invalidateQueries({ queryKey: ['cameras'], exact: true });
      onNamed();
    } catch (error) {
      setSaving(false);
      form.showErrors({ name: errorText(error, currentLocale()) });
    }
  };
  return (
    <StepForm onSubmit={() => void save()}>
      <div>
        <h1>{text('nameTitle')}</h1>
        <p className="dim add-intro">{text('nameText')}</p>
      </div>
      <Field {...form.field('name')} label={text('nameLabel')} maximum={longest} autoComplete="off" autoFocus />
      <div className="add-submit">
        <Button type="submit" look="primary" size="l" busy={isSaving}>
          {text('nameSave')}
        </Button>
      </div>
    </StepForm>
  );
}

/** It is there: to the picture that moves, or on to the next one. */
export function DoneStep({ cameraId, onLeave, onWatch, onAnother }: CameraStepProps & { readonly onWatch: () => void; readonly onAnother: () => void }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus());
  return (
    <WithCamera
      cameraId={cameraId}
      onLeave={onLeave}
      show={(camera) => (
        <div className="add-step">
          <h1 ref={heading} tabIndex={-1}>
            {text('doneTitle', { name: camera.title })}
          </h1>
          <p className="dim">{text(camera.previewAt === null ? 'doneConnecting' : 'doneText')}</p>
          <div className="add-row">
            <Button look="primary" size="l" onClick={onWatch}>{text('doneWatch')}</Button>
            <Button look="quiet" size="l" onClick={onAnother}>{text('doneAnother')}</Button>
          </div>
        </div>
      )}
    />
  );
}

/** The camera's first picture, and what is said beside it. */
function WithCamera({ cameraId, onLeave, show }: CameraStepProps & { readonly show: (camera: Camera) => ReactNode }): ReactNode {
  const client = useClient();
  const { camera, isUnknown } = useNewCamera(cameraId);
  if (isUnknown) {
    return (
      <section className="add-step">
        <h1>{text('failUnknown')}</h1>
        <FailureNote title={text('failUnknown')} text={text('missing')} />
        <Button onClick={onLeave}>{text('toCameras')}</Button>
      </section>
    );
  }
  if (!camera) return <Spinner label={text('nameLabel')} />;
  const picture = client.cameras.previewUrl(camera);
  return (
    <section className="connecting">
      {picture === null ? <PictureToCome>{text('noPicture')}</PictureToCome> : <img className="connecting-picture" src={picture} alt={text('namePicture')} />}
      {show(camera)}
    </section>
  );
}
