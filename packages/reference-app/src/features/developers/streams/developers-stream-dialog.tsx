import type { StreamLink, StreamLinkOptions } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../shared/client.tsx';
import { useServerNow } from '../../../shared/live/capabilities.ts';
import { Checkbox, Select, Switch } from '../../../shared/ui/choice.tsx';
import { ErrorText } from '../../../shared/ui/field.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { keys, useChange, usePtzOf } from '../developers-queries.ts';
import { text as common } from '../developers-texts.ts';
import { ExpiryFields } from '../parts/developers-camera-fields.tsx';
import { FormDialog } from '../parts/developers-form-dialog.tsx';
import { NameField } from '../parts/developers-name-field.tsx';
import { ownZone, problemText } from '../parts/developers-say.ts';
import type { NamedCamera } from '../parts/developers-say.ts';
import { newStreamDraft, readStream, streamDraftOf, streamFormats } from './developers-stream-draft.ts';
import type { StreamDraft } from './developers-stream-draft.ts';
import { text } from './developers-streams-texts.ts';

export interface StreamDialogProps {
  /** The link to change; null for a new one. */
  readonly link: StreamLink | null;
  readonly cameras: readonly [NamedCamera, ...NamedCamera[]];
  /** Whether the server can be an ONVIF device. */
  readonly hasOnvif: boolean;
  /** Called with a new link: its addresses come next. */
  readonly onCreated: (link: StreamLink) => void;
  readonly onClose: () => void;
}

/** Creates or changes a stream link. */
export function StreamDialog({ link, cameras, hasOnvif, onCreated, onClose }: StreamDialogProps): ReactNode {
  useTranslation();
  const { streamLinks } = useClient();
  const now = useServerNow();
  const timeZone = ownZone();
  const [draft, setDraft] = useState(() => (link ? streamDraftOf(link, timeZone) : newStreamDraft(cameras[0].id)));
  const [isTried, setTried] = useState(false);
  const { mutate, isPending, error } = useChange(
    (options: StreamLinkOptions) =>
      link ? streamLinks.update(link.id, options) : streamLinks.create({ ...options, cameraId: draft.cameraId }),
    keys.streams,
  );
  const isDevice = draft.withOnvif && draft.formats.includes('rtsp');
  const ptz = usePtzOf(draft.cameraId, isDevice).data;
  // A link that has it can lose it while its camera does not answer.
  const canTurn = (ptz?.abilities ?? null) !== null || (ptz === undefined && link?.withPtz === true);
  const read = readStream(draft, { now: now(), timeZone }, link);
  const errors = isTried && read.kind === 'invalid' ? read.errors : {};
  const edit = (change: Partial<StreamDraft>): void => setDraft({ ...draft, ...change });
  const submit = (): void => {
    setTried(true);
    if (read.kind === 'invalid') return;
    mutate(read.options, {
      onSuccess: (saved) => {
        if (!link) return onCreated(saved);
        onClose();
        showToast('success', text('saved', { name: saved.name }), { id: 'developers' });
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
      {link ? null : (
        <Select
          label={text('camera')}
          value={draft.cameraId}
          onValue={(cameraId) => edit({ cameraId, withPtz: false })}
          options={cameras.map(({ id, title }) => ({ value: id, label: title }))}
        />
      )}
      <fieldset className="dev-checks">
        <legend className="wp-field-label">{text('formats')}</legend>
        {streamFormats.map((format) => (
          <Checkbox
            key={format}
            label={text(`format.${format}`)}
            description={text(`formatText.${format}`)}
            checked={draft.formats.includes(format)}
            onChange={(isOn) => edit({ formats: isOn ? [...draft.formats, format] : draft.formats.filter((one) => one !== format) })}
          />
        ))}
        {errors.formats ? <ErrorText>{text('badFormats')}</ErrorText> : null}
      </fieldset>
      {hasOnvif || link?.withOnvif ? (
        <Switch
          end
          label={text('asOnvif')}
          description={text('asOnvifText')}
          checked={isDevice}
          disabled={!draft.formats.includes('rtsp')}
          onChange={(withOnvif) => edit({ withOnvif })}
        />
      ) : null}
      {isDevice ? (
        <Switch
          end
          label={text('withEvents')}
          description={text('withEventsText')}
          checked={draft.withEvents}
          onChange={(withEvents) => edit({ withEvents })}
        />
      ) : null}
      {isDevice && canTurn ? (
        <Switch
          end
          label={text('withPtz')}
          description={text('withPtzText')}
          checked={draft.withPtz}
          onChange={(withPtz) => edit({ withPtz })}
        />
      ) : null}
      <Switch end label={text('sound')} checked={draft.withAudio} onChange={(withAudio) => edit({ withAudio })} />
      <ExpiryFields choice={draft} onChoice={edit} error={problemText(errors.expiresAt)} />
    </FormDialog>
  );
}
