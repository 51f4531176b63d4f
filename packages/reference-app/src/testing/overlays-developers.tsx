import { buildApiKey, buildCamera, buildEmbedLink, buildStreamLink, buildWebhook, buildWebhookDelivery } from '@watchpost/sdk-core/testing';
import { LinkRows } from '../features/developers/embeds/developers-embeds.tsx';
import { LinkDialog } from '../features/developers/embeds/developers-link-dialog.tsx';
import { KeyDialog } from '../features/developers/keys/developers-key-dialog.tsx';
import { KeyRows } from '../features/developers/keys/developers-keys.tsx';
import { Confirm } from '../features/developers/parts/developers-confirm.tsx';
import { StreamAddresses } from '../features/developers/streams/developers-stream-addresses.tsx';
import { StreamDialog } from '../features/developers/streams/developers-stream-dialog.tsx';
import { StreamRows } from '../features/developers/streams/developers-streams.tsx';
import { DeliveryDialog } from '../features/developers/webhooks/developers-delivery-dialog.tsx';
import { WebhookDialog } from '../features/developers/webhooks/developers-webhook-dialog.tsx';
import { Endpoint } from '../features/developers/webhooks/developers-webhooks.tsx';
import type { ModalOverlay, PopperOverlay } from './overlay-types.ts';

const cameras = [buildCamera()] as const;
const nothing = (): void => {};

/** The modals and poppers of the page of developers. */
export const developersOverlays: readonly (ModalOverlay | PopperOverlay)[] = [
  {
    kind: 'modal',
    file: 'features/developers/keys/developers-key-dialog.tsx',
    name: 'new API key',
    render: (onClose) => <KeyDialog apiKey={null} cameras={cameras} onCreated={nothing} onClose={onClose} />,
  },
  {
    kind: 'popper',
    file: 'features/developers/keys/developers-keys.tsx',
    name: 'actions of an API key',
    render: () => <KeyRows apiKeys={[buildApiKey()]} cameras={cameras} now={0} onOpen={nothing} />,
  },
  {
    kind: 'modal',
    file: 'features/developers/parts/developers-confirm.tsx',
    name: 'confirm an end',
    render: (onClose) => (
      <Confirm
        title="Revoke Website?"
        paragraphs={['It can’t be restored.']}
        submitLabel="Revoke key"
        busyLabel="Revoking…"
        done="Revoked"
        change={() => Promise.resolve()}
        renewed={[]}
        onClose={onClose}
      />
    ),
  },
  {
    kind: 'modal',
    file: 'features/developers/embeds/developers-link-dialog.tsx',
    name: 'new embed link',
    render: (onClose) => <LinkDialog link={null} cameras={cameras} onClose={onClose} />,
  },
  {
    kind: 'popper',
    file: 'features/developers/embeds/developers-embeds.tsx',
    name: 'actions of an embed link',
    render: () => <LinkRows links={[buildEmbedLink()]} cameras={cameras} now={0} onOpen={nothing} />,
  },
  {
    kind: 'modal',
    file: 'features/developers/streams/developers-stream-dialog.tsx',
    name: 'new stream link',
    render: (onClose) => <StreamDialog link={null} cameras={cameras} hasOnvif onCreated={nothing} onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/developers/streams/developers-stream-addresses.tsx',
    name: 'addresses of a stream link',
    render: (onClose) => <StreamAddresses link={buildStreamLink()} onClose={onClose} />,
  },
  {
    kind: 'popper',
    file: 'features/developers/streams/developers-streams.tsx',
    name: 'actions of a stream link',
    render: () => <StreamRows links={[buildStreamLink()]} cameras={cameras} now={0} onOpen={nothing} />,
  },
  {
    kind: 'modal',
    file: 'features/developers/webhooks/developers-webhook-dialog.tsx',
    name: 'new webhook',
    render: (onClose) => <WebhookDialog webhook={null} cameras={cameras} onCreated={nothing} onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/developers/webhooks/developers-delivery-dialog.tsx',
    name: 'a delivery of a webhook',
    render: (onClose) => <DeliveryDialog delivery={buildWebhookDelivery()} now={0} onClose={onClose} />,
  },
  {
    kind: 'popper',
    file: 'features/developers/webhooks/developers-webhooks.tsx',
    name: 'actions of a webhook',
    render: () => <Endpoint webhook={buildWebhook()} now={0} onOpen={nothing} />,
  },
];
