import type { EmbedLink, EmbedLinkOptions } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../shared/client.tsx';
import { useServerNow } from '../../../shared/live/capabilities.ts';
import { Select, Switch } from '../../../shared/ui/choice.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { keys, useChange } from '../developers-queries.ts';
import { text as common } from '../developers-texts.ts';
import { CameraChecks, ExpiryFields } from '../parts/developers-camera-fields.tsx';
import { copy } from '../parts/developers-copy.tsx';
import { FormDialog } from '../parts/developers-form-dialog.tsx';
import { NameField } from '../parts/developers-name-field.tsx';
import { ownZone, problemText } from '../parts/developers-say.ts';
import type { NamedCamera } from '../parts/developers-say.ts';
import { archiveHours, linkDraftOf, newLinkDraft, readLink } from './developers-link-draft.ts';
import type { ArchiveOption, LinkDraft } from './developers-link-draft.ts';
import { archiveLabel } from './developers-link-say.ts';
import { text } from './developers-embeds-texts.ts';

export interface LinkDialogProps {
  /** The link to change; null for a new one. */
  readonly link: EmbedLink | null;
  /** Selected at first in a new link. */
  readonly cameraIds?: readonly string[];
  readonly cameras: readonly NamedCamera[];
  readonly onClose: () => void;
}

/** Creates or changes an embed link. */
export function LinkDialog({ link, cameraIds = [], cameras, onClose }: LinkDialogProps): ReactNode {
  useTranslation();
  const { embeds } = useClient();
  const now = useServerNow();
  const timeZone = ownZone();
  const [draft, setDraft] = useState(() => (link ? linkDraftOf(link, timeZone) : newLinkDraft(cameraIds)));
  const [isTried, setTried] = useState(false);
  const { mutate, isPending, error } = useChange(
    (options: EmbedLinkOptions) => (link ? embeds.updateLink(link.id, options) : embeds.createLink(options)),
    keys.links,
  );
  const read = readLink(draft, { now: now(), timeZone }, link);
  const errors = isTried && read.kind === 'invalid' ? read.errors : {};
  const edit = (change: Partial<LinkDraft>): void => setDraft({ ...draft, ...change });
  const submit = (): void => {
    setTried(true);
    if (read.kind === 'invalid') return;
    mutate(read.options, {
      onSuccess: ({ name, url }) => {
        onClose();
        if (link) showToast('success', text('saved', { name }), { id: 'developers' });
        else
          showToast('success', text('created', { name }), {
            id: 'developers',
            action: { label: text('copyIt'), onAction: () => copy(url) },
          });
      },
    });
  };
  return (
    <FormDialog
      title={link ? text('editTitle', { name: link.name }) : text('createTitle')}
      submitLabel={link ? common(isPending ? 'saving' : 'save') : text(isPending ? 'creating' : 'create')}
      isPending={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField label={text('name')} hint={text('nameHint')} name={draft.name} onName={(name) => edit({ name })} problem={errors.name} />
      <div className="dev-group">
        <p className="wp-field-label" aria-hidden="true">
          {text('cameras')}
        </p>
        <CameraChecks
          label={text('cameras')}
          cameras={cameras}
          cameraIds={draft.cameraIds}
          onCameraIds={(chosen) => edit({ cameraIds: chosen })}
          error={problemText(errors.cameraIds)}
        />
      </div>
      <ArchiveFields draft={draft} onDraft={edit} isWrong={errors.period === true} />
      <Switch end label={text('sound')} checked={draft.withAudio} onChange={(withAudio) => edit({ withAudio })} />
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
      <Field
        label={text('maxViewers')}
        hint={text('maxViewersHint')}
        value={draft.maxViewers}
        onValue={(maxViewers) => edit({ maxViewers })}
        inputMode="numeric"
        autoComplete="off"
        error={errors.maxViewers ? text('badViewers') : undefined}
      />
      <ExpiryFields choice={draft} onChoice={edit} error={problemText(errors.expiresAt)} />
    </FormDialog>
  );
}

function ArchiveFields({
  draft,
  onDraft,
  isWrong,
}: {
  draft: LinkDraft;
  onDraft: (change: Partial<LinkDraft>) => void;
  isWrong: boolean;
}): ReactNode {
  const { archive } = draft;
  const usual: readonly ArchiveOption[] = ['none', ...archiveHours.map((hours): ArchiveOption => `${hours}`), 'all', 'period'];
  // A link by the API can have any number of hours.
  const options = usual.includes(archive) ? usual : [archive, ...usual];
  return (
    <div className="dev-group">
      <Select
        label={text('archive')}
        value={archive}
        onValue={(value) => onDraft({ archive: value })}
        options={options.map((value) => ({ value, label: archiveLabel(value) }))}
      />
      {archive === 'period' ? (
        <div className="dev-pair">
          <Field type="date" label={text('from')} value={draft.fromDay} onValue={(fromDay) => onDraft({ fromDay })} />
          <Field
            type="date"
            label={text('untilDay')}
            value={draft.untilDay}
            onValue={(untilDay) => onDraft({ untilDay })}
            error={isWrong ? text('badPeriod') : undefined}
          />
        </div>
      ) : null}
    </div>
  );
}
