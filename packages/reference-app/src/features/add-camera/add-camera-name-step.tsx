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
import type { CameraPlace } from './add-camera-place.ts';

/** Maximum length of a camera's name, characters. */
const maxNameLength = 100;

interface CameraStepProps {
  readonly cameraId: string;
  readonly onLeave: () => void;
}

/** Renames the camera, beside its first picture. */
export function NameStep({
  cameraId,
  place,
  onLeave,
  onNamed,
}: CameraStepProps & { readonly place: CameraPlace; readonly onNamed: () => void }): ReactNode {
  return (
    <WithCamera cameraId={cameraId} onLeave={onLeave} show={(camera) => <NameForm camera={camera} place={place} onNamed={onNamed} />} />
  );
}

function NameForm({
  camera,
  place,
  onNamed,
}: {
  readonly camera: Camera;
  readonly place: CameraPlace;
  readonly onNamed: () => void;
}): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const form = useForm({ name: camera.title }, { name: [required, (value) => max(maxNameLength)(value.trim())] });
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    if (!form.check()) return;
    const name = form.values.name.trim();
    setSaving(true);
    try {
      if (name !== camera.title) {
        const renamed = await client.cameras.rename(camera.id, name);
        // A response already under way would restore the old name.
        await cache.cancelQueries({ queryKey: ['cameras', camera.id], exact: true });
        cache.setQueryData(['cameras', camera.id], renamed);
      }
      await place.assign(camera.id);
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
      <Field {...form.field('name')} label={text('nameLabel')} maximum={maxNameLength} autoComplete="off" autoFocus />
      {place.field}
      <div className="add-submit">
        <Button type="submit" look="primary" size="l" busy={isSaving}>
          {text('nameSave')}
        </Button>
      </div>
    </StepForm>
  );
}

/** The camera is added: opens its live picture, or adds another camera. */
export function DoneStep({
  cameraId,
  onLeave,
  onWatch,
  onAnother,
}: CameraStepProps & { readonly onWatch: () => void; readonly onAnother: () => void }): ReactNode {
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
            <Button look="primary" size="l" onClick={onWatch}>
              {text('doneWatch')}
            </Button>
            <Button look="quiet" size="l" onClick={onAnother}>
              {text('doneAnother')}
            </Button>
          </div>
        </div>
      )}
    />
  );
}

/** Shows the camera's first picture with content beside it. */
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
      {picture === null ? (
        <PictureToCome>{text('noPicture')}</PictureToCome>
      ) : (
        <img className="connecting-picture" src={picture} alt={text('namePicture')} />
      )}
      {show(camera)}
    </section>
  );
}
