// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  buildApiKey,
  buildCamera,
  buildEmbedLink,
  buildEmbedToken,
  buildGrant,
  buildWebhook,
  buildWebhookDelivery,
} from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp, renderApp } from '../../shared/testing/render-app.tsx';
import { DevelopersScreen } from './developers-screen.tsx';

const listApiKeys = { method: 'GET', path: '/public/api/v3/api-keys' } as const;
const createEmbedToken = { method: 'POST', path: '/public/api/v3/embed-tokens' } as const;
const revokeEmbedTokens = { method: 'DELETE', path: '/public/api/v3/embed-tokens' } as const;
const day = 86_400_000;

afterEach(() => {
  forgetApp();
  vi.unstubAllGlobals();
});

async function open(change: (server: FakeServer, now: number) => void = () => undefined, { isLarge = true } = {}) {
  const { client, server } = await prepareApp({ email: 'anna@example.com' });
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: isLarge }));
  server.cameras = [
    buildCamera({ id: 'door', title: 'Front door' }),
    buildCamera({ id: 'yard', title: 'Yard' }),
    buildCamera({ id: 'shared', title: 'Neighbours', isOwner: false, isFullAccess: false, grant: buildGrant() }),
  ];
  const now = client.player.live().serverNow();
  change(server, now);
  await renderApp(
    <MemoryRouter>
      <DevelopersScreen />
    </MemoryRouter>,
    { client, server },
  );
  return { client, server, now };
}

const part = async (name: string) => within(await screen.findByRole('region', { name }));
const codeText = async () => (await screen.findByRole('region', { name: 'Code for the page' })).textContent;

describe('the code to paste', () => {
  test('follows the controls, and so do its sentence and the code for the server', async () => {
    await open();
    const paste = await part('Paste this');
    expect(await codeText()).toContain('camera-id="door"');
    expect(await codeText()).toContain('timeline muted');
    paste.getByText('live and the last 24 hours, without sound');
    fireEvent.change(paste.getByRole('combobox', { name: 'Camera' }), { target: { value: 'yard' } });
    fireEvent.click(paste.getByRole('checkbox', { name: 'Sound' }));
    fireEvent.click(paste.getByRole('checkbox', { name: 'Archive' }));
    fireEvent.change(paste.getByRole('textbox', { name: 'Your site' }), { target: { value: 'northgate.ru/cams' } });
    expect(await codeText()).toContain('camera-id="yard"');
    expect(await codeText()).not.toMatch(/timeline|muted/);
    paste.getByText('live, with sound');
    paste.getByText('northgate.ru');
    expect((await screen.findByRole('region', { name: 'Code for your server' })).textContent).toMatch(
      /origins: \['https:\/\/northgate\.ru'\],\s+withAudio: true,/,
    );
    fireEvent.click(paste.getByRole('radio', { name: 'React' }));
    expect(await codeText()).toContain('<CameraPlayer cameraId="yard" />');
  });

  test('offers the cameras that the user manages, and the site of a key', async () => {
    await open((server) => (server.apiKeys = [buildApiKey({ origins: ['https://northgate.ru'] })]));
    const paste = await part('Paste this');
    const names = within(paste.getByRole('combobox', { name: 'Camera' })).getAllByRole('option');
    expect(names.map(({ textContent }) => textContent)).toEqual(['Front door', 'Yard']);
    await waitFor(() => expect(paste.getByRole('textbox', { name: 'Your site' })).toHaveProperty('value', 'https://northgate.ru'));
  });

  test('an iframe shows a link of the camera; without one it offers to create it', async () => {
    await open((server) => (server.embedLinks = [buildEmbedLink({ cameraIds: ['yard'], withAudio: true })]));
    const paste = await part('Paste this');
    fireEvent.click(await paste.findByRole('radio', { name: 'iframe' }));
    paste.getByText(/This camera has none yet/);
    fireEvent.change(paste.getByRole('combobox', { name: 'Camera' }), { target: { value: 'yard' } });
    expect(await codeText()).toContain('src="https://watchpost.test/e/kf83Zq0000"');
    paste.getByText('any site');
    expect(paste.getByRole('checkbox', { name: 'Sound' })).toMatchObject({ checked: true, disabled: true });
  });

  test('the preview gets a token of the session for this page, and says that its script is missing here', async () => {
    const { server } = await open();
    await waitFor(() => expect(server.requestsTo(createEmbedToken)).toHaveLength(1));
    expect(server.requestsTo(createEmbedToken)[0]?.body).toMatchObject({
      cameraIds: ['door'],
      origins: [location.origin],
      archive: { kind: 'last-hours', hours: 24 },
      withAudio: false,
    });
    await screen.findByText('The preview did not start. The player’s script could not be loaded.');
    // What did not start leaves no token behind.
    await waitFor(() => expect(server.embedTokens).toEqual([]));
  });
});

describe('keys', () => {
  test('are listed with their scopes, cameras, addresses, use and end', async () => {
    await open((server, now) => {
      server.apiKeys = [
        buildApiKey({
          id: 'a',
          name: 'Website',
          cameraIds: ['door'],
          ipRanges: ['203.0.113.0/28'],
          lastUsedAt: now - 120_000,
          lastUsedIp: '203.0.113.4',
        }),
        buildApiKey({ id: 'b', name: 'Report', scopes: ['events', 'archive'], expiresAt: now + 5 * day }),
        buildApiKey({ id: 'c', name: 'Old kiosk', state: 'revoked', revokedAt: now - day }),
      ];
    });
    const keys = await part('API keys');
    const rows = (await keys.findAllByRole('row')).slice(1).map((row) => row.textContent);
    expect(rows[0]).toMatch(
      /Websitewp_live_7hQ2…Create embed tokens, watch liveFront door203\.0\.113\.0\/282 minutes ago203\.0\.113\.4Never/,
    );
    expect(rows[1]).toMatch(/Reportwp_live_7hQ2…Play and download recordings, read eventsAll camerasAny addressNeverEnds /);
    expect(rows[2]).toContain('Revoked');
    expect(keys.getAllByRole('button', { name: /: actions$/ })).toHaveLength(2);
  });

  test('a new one shows its secret once', async () => {
    const { server } = await open();
    const keys = await part('API keys');
    await keys.findByText(/No keys yet/);
    fireEvent.click(keys.getByRole('button', { name: 'Create key' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Create key' }));
    dialog.getByText('Enter a name');
    fireEvent.input(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: 'Shop' } });
    fireEvent.click(dialog.getByRole('radio', { name: /Only these/ }));
    fireEvent.click(dialog.getByRole('button', { name: 'Create key' }));
    dialog.getByText('Select at least one camera');
    fireEvent.click(dialog.getByRole('checkbox', { name: 'Yard' }));
    fireEvent.input(dialog.getByRole('textbox', { name: 'Sites' }), { target: { value: 'shop.example' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Create key' }));
    const once = within(await screen.findByRole('group', { name: 'Shop is ready' }));
    expect(once.getByRole('textbox', { name: 'Secret' })).toHaveProperty('value', expect.stringMatching(/^wp_live_/));
    expect(server.apiKeys).toMatchObject([{ name: 'Shop', cameraIds: ['yard'], origins: ['https://shop.example'] }]);
    fireEvent.click(once.getByRole('button', { name: 'I’ve saved it' }));
    expect(screen.queryByRole('textbox', { name: 'Secret' })).toBeNull();
  });

  test('one is revoked after a warning, and stays, struck through', async () => {
    const { server } = await open((fake) => (fake.apiKeys = [buildApiKey()]));
    const keys = await part('API keys');
    fireEvent.click(await keys.findByRole('button', { name: 'Website: actions' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Revoke' }));
    const confirm = within(await screen.findByRole('alertdialog', { name: 'Revoke Website?' }));
    confirm.getByText(/can’t be restored/);
    fireEvent.click(confirm.getByRole('button', { name: 'Revoke key' }));
    await waitFor(() => expect(server.apiKeys[0]?.state).toBe('revoked'));
    await waitFor(() => expect(keys.getByRole('row', { name: /Website/ }).className).toBe('dev-ended'));
  });

  test('a failed request says why, and can be repeated', async () => {
    await open((server) => server.answerNext(listApiKeys, 'unavailable'));
    const keys = await part('API keys');
    await keys.findByText(/This could not be loaded/);
    fireEvent.click(keys.getByRole('button', { name: 'Try again' }));
    await keys.findByText(/No keys yet/);
  });
});

describe('embeds', () => {
  test('links show who watches; on phones they are cards', async () => {
    await open((server) => (server.embedLinks = [buildEmbedLink({ cameraIds: ['door'], maxViewers: 10, viewerCount: 2 })]), {
      isLarge: false,
    });
    const list = within(await screen.findByRole('list', { name: 'Embeds' }));
    list.getByText('Front door, live');
    list.getByText('2 of 10');
  });

  test('a link is created for a camera', async () => {
    const { server } = await open();
    const embeds = await part('Embeds');
    fireEvent.click(embeds.getByRole('button', { name: 'Create link' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.input(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: 'Lobby' } });
    fireEvent.click(dialog.getByRole('checkbox', { name: 'Front door' }));
    fireEvent.change(dialog.getByRole('combobox', { name: 'Recordings' }), { target: { value: '2' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Create link' }));
    await embeds.findByText('Front door, live and the last 2 hours');
    expect(server.embedLinks).toMatchObject([{ name: 'Lobby', archive: { kind: 'last-hours', hours: 2 }, maxViewers: null }]);
  });

  test('valid tokens are counted, and revoked together', async () => {
    const { server } = await open((fake, now) => {
      fake.embedTokens = ['a', 'b'].map((id) => buildEmbedToken({ id, expiresAt: now + 40.5 * 60_000 }));
    });
    const embeds = await part('Embeds');
    await embeds.findByText('2 embed tokens');
    embeds.getByText(/The last one ends in 40 min/);
    fireEvent.click(embeds.getByRole('button', { name: 'Revoke all' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke all tokens' }));
    await embeds.findByText('No embed tokens are valid now.');
    expect(server.requestsTo(revokeEmbedTokens)).toHaveLength(1);
  });
});

describe('webhooks', () => {
  test('a failing one says why, shows its deliveries and sends them again', async () => {
    const { server } = await open((fake, now) => {
      fake.webhooks = [
        buildWebhook({
          state: 'failing',
          failedCount: 2,
          nextAttemptAt: now + 200_000,
          events: ['event.created', 'camera.offline', 'camera.online'],
        }),
        buildWebhook({ id: 'webhook-2', url: 'https://report.example/in', events: ['clip.ready'] }),
      ];
      fake.webhookDeliveries.set('webhook-1', [
        buildWebhookDelivery({ id: 'a', createdAt: now, state: 'failed', status: 503, attemptCount: 3, durationMs: 10_000 }),
        buildWebhookDelivery({ id: 'b', createdAt: now, state: 'failed', status: null, failure: 'timeout', attemptCount: 4 }),
        buildWebhookDelivery({ id: 'c', createdAt: now, event: 'camera.online' }),
      ]);
    });
    const webhooks = await part('Webhooks');
    await webhooks.findByText('Events, camera offline and online. Next try in 3 min.');
    await webhooks.findByText(/Your server answered 503 to the last delivery/);
    const rows = webhooks.getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent?.replace(/^\d\d:\d\d:\d\d/, ''))).toEqual([
      'event.created503try 310 sReplay',
      'event.createdNo answertry 496 msReplay',
      'camera.online20096 msReplay',
    ]);
    fireEvent.click(webhooks.getByRole('button', { name: 'Replay both' }));
    await waitFor(() => expect(server.webhookDeliveries.get('webhook-1')?.[0]?.state).toBe('pending'));
    fireEvent.click(webhooks.getByRole('button', { name: /^Show camera\.online/ }));
    within(await screen.findByRole('dialog', { name: 'Delivery camera.online' })).getByText(/"type": "event.created"/);
  });

  test('a new one shows its secret once, can be tested, switched off and removed', async () => {
    const { server } = await open();
    const webhooks = await part('Webhooks');
    fireEvent.click(webhooks.getByRole('button', { name: 'Add endpoint' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.input(dialog.getByRole('textbox', { name: 'Address' }), { target: { value: 'shop.example' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Add endpoint' }));
    dialog.getByText(/Enter a web address/);
    fireEvent.input(dialog.getByRole('textbox', { name: 'Address' }), { target: { value: 'https://shop.example/hooks' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Add endpoint' }));
    const once = within(await screen.findByRole('group', { name: 'The endpoint is ready' }));
    expect(once.getByRole('textbox', { name: 'Secret' })).toHaveProperty('value', expect.stringMatching(/^whsec_/));
    fireEvent.click(await webhooks.findByRole('button', { name: 'Send test' }));
    await webhooks.findByText('webhook.test');
    const menu = async (item: string): Promise<void> => {
      fireEvent.click(webhooks.getByRole('button', { name: /: actions$/ }));
      fireEvent.click(await screen.findByRole('menuitem', { name: item }));
    };
    await menu('Switch off');
    await webhooks.findByText(/This endpoint is off/);
    await menu('Remove');
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove endpoint' }));
    await webhooks.findByText(/No endpoints yet/);
    expect(server.webhooks).toEqual([]);
  });
});

test('without a camera of their own, users are offered to add one', async () => {
  await open((server) => (server.cameras = []));
  await screen.findByText('No cameras to build on yet');
  expect(screen.getByRole('link', { name: 'Add camera' }).getAttribute('href')).toBe('/cameras/add');
});
