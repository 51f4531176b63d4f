import type { ApiKey, CreatedApiKey } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../shared/client.tsx';
import { useServerNow } from '../../../shared/live/capabilities.ts';
import { Checkbox } from '../../../shared/ui/choice.tsx';
import { ErrorText, Field } from '../../../shared/ui/field.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { keys, useChange } from '../developers-queries.ts';
import { text as common } from '../developers-texts.ts';
import { CameraFields, ExpiryFields } from '../parts/developers-camera-fields.tsx';
import { FormDialog } from '../parts/developers-form-dialog.tsx';
import { NameField } from '../parts/developers-name-field.tsx';
import { ownZone, problemText, sentenceOf } from '../parts/developers-say.ts';
import type { NamedCamera } from '../parts/developers-say.ts';
import { keyDraftOf, newKeyDraft, readKey, scopes } from './developers-key-draft.ts';
import type { KeyDraft } from './developers-key-draft.ts';
import { text } from './developers-keys-texts.ts';

export interface KeyDialogProps {
  /** The key to change; null for a new one. */
  readonly apiKey: ApiKey | null;
  readonly cameras: readonly NamedCamera[];
  readonly onCreated: (created: CreatedApiKey) => void;
  readonly onClose: () => void;
}

/** Creates or changes a key. */
export function KeyDialog({ apiKey, cameras, onCreated, onClose }: KeyDialogProps): ReactNode {
  useTranslation();
  const client = useClient();
  const now = useServerNow();
  const timeZone = ownZone();
  const [draft, setDraft] = useState(() => (apiKey ? keyDraftOf(apiKey, timeZone) : newKeyDraft));
  const [isTried, setTried] = useState(false);
  const create = useChange(client.apiKeys.create, keys.apiKeys);
  const update = useChange(
    ({ id, options }: { readonly id: string; readonly options: Parameters<typeof client.apiKeys.update>[1] }) =>
      client.apiKeys.update(id, options),
    keys.apiKeys,
    keys.tokens,
  );
  const { isPending, error } = apiKey ? update : create;
  const read = readKey(draft, { now: now(), timeZone }, apiKey);
  const errors = isTried && read.kind === 'invalid' ? read.errors : {};
  const edit = (change: Partial<KeyDraft>): void => setDraft({ ...draft, ...change });
  const submit = (): void => {
    setTried(true);
    if (read.kind === 'invalid') return;
    const { options } = read;
    if (apiKey) {
      update.mutate(
        { id: apiKey.id, options },
        {
          onSuccess: () => {
            onClose();
            showToast('success', text('saved', { name: options.name }), { id: 'developers' });
          },
        },
      );
      return;
    }
    create.mutate(options, {
      onSuccess: (created) => {
        onClose();
        onCreated(created);
      },
    });
  };
  return (
    <FormDialog
      title={apiKey ? text('editTitle', { name: apiKey.name }) : text('createTitle')}
      submitLabel={apiKey ? common(isPending ? 'saving' : 'save') : text(isPending ? 'creating' : 'create')}
      isPending={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField label={text('name')} hint={text('nameHint')} name={draft.name} onName={(name) => edit({ name })} problem={errors.name} />
      <fieldset className="dev-checks">
        <legend className="wp-field-label">{text('scopes')}</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={sentenceOf([text(`scope.${scope}`)])}
            description={text(`scopeText.${scope}`)}
            checked={draft.scopes.includes(scope)}
            onChange={(isOn) => edit({ scopes: isOn ? [...draft.scopes, scope] : draft.scopes.filter((one) => one !== scope) })}
          />
        ))}
        {errors.scopes ? <ErrorText>{text('scopesMissing')}</ErrorText> : null}
      </fieldset>
      <CameraFields cameras={cameras} choice={draft} onChoice={edit} error={problemText(errors.cameraIds)} />
      {draft.scopes.includes('embed-tokens') ? (
        <Field
          label={text('origins')}
          hint={text('originsHint')}
          rows={2}
          value={draft.origins}
          onValue={(origins) => edit({ origins })}
          spellCheck="false"
          autoCapitalize="none"
          inputMode="url"
          error={problemText(errors.origins)}
        />
      ) : null}
      <Field
        label={text('addresses')}
        hint={text('addressesHint')}
        rows={2}
        value={draft.ipRanges}
        onValue={(ipRanges) => edit({ ipRanges })}
        spellCheck="false"
        error={problemText(errors.ipRanges)}
      />
      <ExpiryFields choice={draft} onChoice={edit} error={problemText(errors.expiresAt)} />
    </FormDialog>
  );
}
