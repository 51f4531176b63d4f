import type { Webhook, WebhookEvent, WebhookOptions } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../shared/client.tsx';
import { Checkbox } from '../../../shared/ui/choice.tsx';
import { ErrorText, Field } from '../../../shared/ui/field.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { keys, useChange } from '../developers-queries.ts';
import { text as common } from '../developers-texts.ts';
import { CameraFields } from '../parts/developers-camera-fields.tsx';
import { cameraChoiceOf, readCameras } from '../parts/developers-fields.ts';
import { FormDialog } from '../parts/developers-form-dialog.tsx';
import { problemText, sentenceOf } from '../parts/developers-say.ts';
import type { NamedCamera } from '../parts/developers-say.ts';
import { webhookEvents } from './developers-webhook-say.ts';
import { text } from './developers-webhooks-texts.ts';

export interface WebhookDialogProps {
  /** The webhook to change; null for a new one. */
  readonly webhook: Webhook | null;
  readonly cameras: readonly NamedCamera[];
  readonly onCreated: (webhook: Webhook, secret: string) => void;
  readonly onClose: () => void;
}

/** Creates or changes a webhook. */
export function WebhookDialog({ webhook, cameras, onCreated, onClose }: WebhookDialogProps): ReactNode {
  useTranslation();
  const { webhooks } = useClient();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? ['event.created']);
  const [choice, setChoice] = useState(() => cameraChoiceOf(webhook?.cameraIds ?? null));
  const [isTried, setTried] = useState(false);
  const { mutate, isPending, error } = useChange(async (options: Omit<WebhookOptions, 'isEnabled'>) => {
    if (!webhook) return webhooks.create(options);
    return { webhook: await webhooks.update(webhook.id, options), secret: null };
  }, keys.webhooks);
  const chosen = readCameras(choice);
  const isUrl = /^https?:\/\/[^/]/i.test(url.trim()) && URL.canParse(url.trim());
  const submit = (): void => {
    setTried(true);
    if (!isUrl || events.length === 0 || 'problem' in chosen) return;
    mutate(
      { url: url.trim(), events: webhookEvents.filter((event) => events.includes(event)), cameraIds: chosen.value },
      {
        onSuccess: ({ webhook: saved, secret }) => {
          onClose();
          if (secret === null) showToast('success', text('saved'), { id: 'developers' });
          else onCreated(saved, secret);
        },
      },
    );
  };
  return (
    <FormDialog
      title={text(webhook ? 'editTitle' : 'createTitle')}
      submitLabel={webhook || isPending ? common(isPending ? 'saving' : 'save') : text('add')}
      isPending={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        type="url"
        label={text('url')}
        hint={text('urlHint')}
        placeholder="https://"
        value={url}
        onValue={setUrl}
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        inputMode="url"
        error={isTried && !isUrl ? text('badUrl') : undefined}
      />
      <fieldset className="dev-checks">
        <legend className="wp-field-label">{text('events')}</legend>
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={sentenceOf([text(`event.${event}`)])}
            description={text(`eventText.${event}`)}
            checked={events.includes(event)}
            onChange={(isOn) => setEvents(isOn ? [...events, event] : events.filter((one) => one !== event))}
          />
        ))}
        {isTried && events.length === 0 ? <ErrorText>{text('eventsMissing')}</ErrorText> : null}
      </fieldset>
      <CameraFields
        cameras={cameras}
        choice={choice}
        onChoice={setChoice}
        error={isTried && 'problem' in chosen ? problemText(chosen.problem) : undefined}
      />
    </FormDialog>
  );
}
