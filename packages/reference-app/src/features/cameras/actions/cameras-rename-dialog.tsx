import type { Camera } from '@watchpost/sdk-core';
import { errorText, max, required } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../../shared/forms/use-form.ts';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { useRename } from './cameras-changes.ts';
import { cameraTexts } from '../camera/cameras-camera-texts.ts';
import { commonTexts } from '../../../shared/i18n/common-texts.ts';

/** Maximum length of a camera's name, characters. */
const maxNameLength = 100;

export function RenameDialog({ camera, onClose }: { camera: Camera; onClose: () => void }): ReactNode {
  const { t } = useTranslation([cameraTexts, commonTexts]);
  const form = useForm({ name: camera.title }, { name: [required, (value) => max(maxNameLength)(value.trim())] });
  const rename = useRename(camera.id);
  const submit = (): void => {
    if (!form.check()) return;
    const name = form.values.name.trim();
    if (name === camera.title) return onClose();
    rename.mutate(name, {
      onSuccess: (renamed) => {
        onClose();
        showToast('success', t('renamed', { name: renamed.title }));
      },
      onError: (error) => form.showErrors({ name: errorText(error, currentLocale()) }),
    });
  };
  return (
    <Dialog
      title={t('renameTitle')}
      onClose={onClose}
      busy={rename.isPending}
      onSubmit={submit}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={rename.isPending}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" look="primary" busy={rename.isPending}>
            {rename.isPending ? t('common:saving') : t('common:save')}
          </Button>
        </>
      }
    >
      <Field
        {...form.field('name')}
        label={t('name')}
        description={t('nameHint')}
        maximum={maxNameLength}
        data-autofocus
        autoComplete="off"
      />
    </Dialog>
  );
}
