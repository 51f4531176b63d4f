import type { Webhook } from '@watchpost/sdk-core';
import { Ellipsis, KeyRound, Pencil, Plus, Power, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../shared/client.tsx';
import { Button, iconButtonClass } from '../../../shared/ui/button.tsx';
import { Menu } from '../../../shared/ui/menu.tsx';
import { Badge } from '../../../shared/ui/status.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { keys, useChange, useWebhooks } from '../developers-queries.ts';
import { text as common } from '../developers-texts.ts';
import { Confirm } from '../parts/developers-confirm.tsx';
import { showError } from '../parts/developers-error.ts';
import { Once } from '../parts/developers-once.tsx';
import type { NamedCamera } from '../parts/developers-say.ts';
import { Loaded, Section } from '../parts/developers-section.tsx';
import { Deliveries } from './developers-deliveries.tsx';
import { WebhookDialog } from './developers-webhook-dialog.tsx';
import { eventsText, nextTryText, stateTones } from './developers-webhook-say.ts';
import { text } from './developers-webhooks-texts.ts';

type Open = { readonly kind: 'create' } | { readonly kind: 'edit' | 'rotate' | 'remove'; readonly webhook: Webhook };

interface NewSecret {
  readonly kind: 'ready' | 'rotated';
  readonly secret: string;
}

/** Endpoints, and the deliveries of the chosen one. */
export function Webhooks({ cameras, now }: { readonly cameras: readonly NamedCamera[]; readonly now: number }): ReactNode {
  useTranslation();
  const query = useWebhooks();
  const [open, setOpen] = useState<Open | null>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [created, setCreated] = useState<NewSecret | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Section
      title={text('title')}
      about={text('about')}
      action={
        <Button icon={<Plus size={20} />} onClick={() => setOpen({ kind: 'create' })}>
          {text('add')}
        </Button>
      }
    >
      {created ? (
        <Once
          key={created.secret}
          title={text(created.kind)}
          about={text(`${created.kind}Text`)}
          secret={created.secret}
          copyLabel={text('copySecret')}
          onClose={() => setCreated(null)}
        />
      ) : null}
      <Loaded query={query}>
        {(webhooks) => {
          const chosen = webhooks.find(({ id }) => id === chosenId) ?? webhooks[0];
          return chosen === undefined ? (
            <p className="dim dev-none">{text('none')}</p>
          ) : (
            <div className="dev-webhooks">
              <Endpoints webhooks={webhooks} chosen={chosen} now={now} onChoose={setChosenId} />
              <Endpoint key={chosen.id} webhook={chosen} now={now} onOpen={(kind) => setOpen({ kind, webhook: chosen })} />
            </div>
          );
        }}
      </Loaded>
      {open?.kind === 'create' || open?.kind === 'edit' ? (
        <WebhookDialog
          webhook={open.kind === 'edit' ? open.webhook : null}
          cameras={cameras}
          onCreated={({ id }, secret) => {
            setChosenId(id);
            setCreated({ kind: 'ready', secret });
          }}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'rotate' ? (
        <RotateSecret webhook={open.webhook} onSecret={(secret) => setCreated({ kind: 'rotated', secret })} onClose={close} />
      ) : null}
      {open?.kind === 'remove' ? <RemoveWebhook webhook={open.webhook} onClose={close} /> : null}
    </Section>
  );
}

function Endpoints({
  webhooks,
  chosen,
  now,
  onChoose,
}: {
  webhooks: readonly Webhook[];
  chosen: Webhook;
  now: number;
  onChoose: (id: string) => void;
}): ReactNode {
  return (
    <ul className="dev-endpoints" aria-label={text('endpoints')}>
      {webhooks.map((webhook) => {
        const { id, url, state, events } = webhook;
        return (
          <li key={id}>
            <button type="button" aria-pressed={id === chosen.id} onClick={() => onChoose(id)}>
              <span className="dev-url">{url}</span>
              <Badge tone={stateTones[state]}>{text(`state.${state}`)}</Badge>
              <span className="small dim">{[`${eventsText(events)}.`, nextTryText(webhook, now)].filter(Boolean).join(' ')}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** One endpoint: its actions and its deliveries. */
export function Endpoint({
  webhook,
  now,
  onOpen,
}: {
  webhook: Webhook;
  now: number;
  onOpen: (kind: 'edit' | 'rotate' | 'remove') => void;
}): ReactNode {
  const { webhooks } = useClient();
  const { id, url, isEnabled, state } = webhook;
  const test = useChange(() => webhooks.test(id), keys.deliveries(id), keys.webhooks);
  const isOn = isEnabled && state !== 'given-up';
  const enable = useChange((isToBeOn: boolean) => webhooks.update(id, { isEnabled: isToBeOn }), keys.webhooks);
  const switchTo = (isToBeOn: boolean): void =>
    enable.mutate(isToBeOn, {
      onSuccess: () => showToast('success', text(isToBeOn ? 'enabled' : 'wasDisabled'), { id: 'developers' }),
      onError: showError,
    });
  return (
    <div className="dev-endpoint">
      <div className="dev-endpoint-head">
        <h3 className="grow">{text('deliveries')}</h3>
        <Button
          size="s"
          icon={<Send size={16} />}
          busy={test.isPending}
          onClick={() =>
            test.mutate(undefined, {
              onSuccess: () => showToast('success', text('testSent'), { id: 'developers' }),
              onError: showError,
            })
          }
        >
          {text('sendTest')}
        </Button>
        <Menu
          label={common('actionsFor', { name: url })}
          className={iconButtonClass({ small: true })}
          button={<Ellipsis size={20} />}
          entries={[
            { kind: 'item', label: common('edit'), icon: <Pencil size={20} />, onAction: () => onOpen('edit') },
            { kind: 'item', label: text('newSecret'), icon: <KeyRound size={20} />, onAction: () => onOpen('rotate') },
            { kind: 'item', label: text(isOn ? 'disable' : 'enable'), icon: <Power size={20} />, onAction: () => switchTo(!isOn) },
            { kind: 'line' },
            { kind: 'item', danger: true, label: text('remove'), icon: <Trash2 size={20} />, onAction: () => onOpen('remove') },
          ]}
        />
      </div>
      <Deliveries webhook={webhook} now={now} onEnable={() => switchTo(true)} />
    </div>
  );
}

function RotateSecret({
  webhook: { id, url },
  onSecret,
  onClose,
}: {
  webhook: Webhook;
  onSecret: (secret: string) => void;
  onClose: () => void;
}): ReactNode {
  const { webhooks } = useClient();
  return (
    <Confirm
      isHarmless
      title={text('rotateTitle')}
      paragraphs={[text('rotateText', { url })]}
      submitLabel={text('rotateSubmit')}
      busyLabel={text('rotating')}
      done={text('rotated')}
      change={async () => onSecret(await webhooks.rotateSecret(id))}
      renewed={[keys.webhooks]}
      onClose={onClose}
    />
  );
}

function RemoveWebhook({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose: () => void }): ReactNode {
  const { webhooks } = useClient();
  return (
    <Confirm
      title={text('removeTitle')}
      paragraphs={[text('removeText', { url })]}
      submitLabel={text('removeSubmit')}
      busyLabel={text('removing')}
      done={text('removed')}
      change={() => webhooks.remove(id)}
      renewed={[keys.webhooks]}
      onClose={onClose}
    />
  );
}
