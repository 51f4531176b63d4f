import { useQueryClient } from '@tanstack/react-query';
import { errorText, max, required } from '@watchpost/sdk-core';
import type { Camera } from '@watchpost/sdk-core';
import { CameraPlayer, WatchpostProvider } from '@watchpost/widgets/react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../shared/client.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { linkText as text } from './phone-camera-link-texts.ts';

/** Maximum length of a camera's name, characters. */
const maxNameLength = 100;

/** Shows the phone's picture and names the camera. */
export function PhoneLive({ camera, onDone }: { readonly camera: Camera; readonly onDone: () => void }): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const form = useForm({ name: camera.title }, { name: [required, (value) => max(maxNameLength)(value.trim())] });
  const [isSaving, setIsSaving] = useState(false);
  const submit = async (): Promise<void> => {
    if (!form.check()) return;
    const name = form.values.name.trim();
    setIsSaving(true);
    try {
      if (name !== camera.title) await client.cameras.rename(camera.id, name);
      await cache.invalidateQueries({ queryKey: ['cameras'] });
      onDone();
    } catch (error) {
      setIsSaving(false);
      form.showErrors({ name: errorText(error, currentLocale()) });
    }
  };
  return (
    <section className="phone-link">
      <div className="phone-link-picture">
        <WatchpostProvider client={client} locale={currentLocale()}>
          <CameraPlayer cameraId={camera.id} time="live" controls={false} timeline={false} autoplay muted />
        </WatchpostProvider>
      </div>
      <form
        className="phone-link-side"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h1>{text('live')}</h1>
        <p className="dim">{text('liveText')}</p>
        <Field
          {...form.field('name')}
          label={text('name')}
          description={text('nameHint')}
          maximum={maxNameLength}
          autoComplete="off"
          autoFocus
        />
        <div className="phone-link-foot">
          <Button type="submit" look="primary" size="l" busy={isSaving}>
            {text('done')}
          </Button>
        </div>
      </form>
    </section>
  );
}
