// @vitest-environment jsdom
import type { Client } from '@watchpost/sdk-core';
import { buildCamera, buildGrant, buildInvite, createFakeClock, createTestClient, signIn } from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { installStandIns } from '../../primitives/testing/stand-ins.ts';
import { ShareDialog } from './sharing-dialog.tsx';
import type { ShareDialogProps } from './sharing-dialog.tsx';
import { createInvite, emailInvite } from './testing/share-endpoints.ts';

const yard = buildCamera({ id: 'yard', title: 'Yard' });
const gate = buildCamera({ id: 'gate', title: 'Gate' });
const hall = buildCamera({ id: 'hall', title: 'Hall', isOwner: false, isFullAccess: false, grant: buildGrant() });
let client: Client;
let server: FakeServer;
const onClose = vi.fn();

beforeEach(async () => {
  installStandIns();
  CSSStyleSheet.prototype.replaceSync ??= () => {};
  ({ client, server } = createTestClient({ clock: createFakeClock() }));
  server.cameras = [yard, gate, hall];
  await signIn(client, server);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open(props: Partial<ShareDialogProps> = {}): Promise<HTMLElement> {
  await act(async () => {
    render(<ShareDialog client={client} open locale="en" onClose={onClose} {...props} />);
  });
  return screen.findByRole('dialog');
}
const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const press = (name: string): Promise<void> => act(async () => void fireEvent.click(button(name)));
const sentence = (): string => document.querySelector('.wp-share-say')?.textContent ?? '';

test('nothing is rendered while it is closed', () => {
  const { container } = render(<ShareDialog client={client} open={false} onClose={onClose} />);
  expect(container.innerHTML).toBe('');
});

test('the sentence follows each choice, and the link is created with one button', async () => {
  await open({ cameraIds: ['yard', 'gate'] });
  expect(sentence()).toContain('watch 2 cameras and play recordings from now on, without sound');
  await act(async () => void fireEvent.click(screen.getByRole('switch', { name: /^Sound/ })));
  await act(async () => void fireEvent.click(screen.getByRole('radio', { name: /^Full access/ })));
  expect(sentence()).toContain('with sound');
  expect(sentence()).toContain('change settings and share');
  await press('Create link');
  expect(await screen.findByRole('textbox', { name: 'Link' })).toHaveProperty('value', expect.stringMatching(/^watchpost\.test\/s\//));
  expect(server.requestsTo(createInvite)[0]?.body).toMatchObject({ cameraIds: ['yard', 'gate'], access: 'full', withAudio: true });
  expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeDefined();
});

const field = (name: string): HTMLElement => screen.getByRole('textbox', { name });
const flip = (name: RegExp): Promise<void> => act(async () => void fireEvent.click(screen.getByRole('switch', { name })));

test('everything under More options, and a link without an end, is what the link is created with', async () => {
  await open({ cameraIds: ['yard'] });
  await press('More options');
  for (const name of [/^Without an account/, /^Picture in the invitation/, /^Watermark/, /^Moving the camera/]) await flip(name);
  const viewers = within(field('Viewers at a time').closest<HTMLElement>('.wp-share-stepper') ?? document.body);
  const step = (name: 'More' | 'Fewer'): Promise<void> => act(async () => void fireEvent.click(viewers.getByRole('button', { name })));
  for (const name of ['More', 'More', 'More', 'Fewer'] as const) await step(name);
  expect(field('Viewers at a time')).toHaveProperty('value', '2');
  await act(async () => void fireEvent.input(field('Label'), { target: { value: '  Courier ' } }));
  const { value: never } = screen.getByRole<HTMLOptionElement>('option', { name: 'Never' });
  await act(async () => void fireEvent.change(screen.getByRole('combobox', { name: 'Expires' }), { target: { value: never } }));
  await press('Create link');
  await screen.findByRole('textbox', { name: 'Link' });
  expect(server.requestsTo(createInvite).map(({ body }) => body)).toEqual([
    {
      cameraIds: ['yard'],
      label: 'Courier',
      access: 'view',
      withAudio: false,
      withArchive: true,
      archiveRange: { kind: 'from-acceptance' },
      withPtz: true,
      dailyWindow: null,
      hasWatermark: true,
      expiresAt: null,
      maxUsers: 5,
      maxViewers: 2,
      allowsGuests: true,
      hasPicture: true,
    },
  ]);
});

test('copying says so', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }));
  await open({ cameraIds: ['yard'] });
  await press('Create link');
  await press('Copy link');
  expect(button('Copied')).toBeDefined();
  expect(writeText).toHaveBeenCalledExactlyOnceWith(`https://watchpost.test/s/${server.invites[0]?.token}`);
  vi.unstubAllGlobals();
});

test('a change after it was created is saved with Update link', async () => {
  await open({ cameraIds: ['yard'] });
  await press('Create link');
  await act(async () => void fireEvent.click(screen.getByRole('switch', { name: /^Archive/ })));
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
  expect(screen.getByText('The link does not have your changes yet.')).toBeDefined();
  await press('Update link');
  expect(button('Copy link')).toBeDefined();
  expect(server.invites).toMatchObject([{ withArchive: false }]);
});

test('cameras are chosen from a list, where those with view-only access say why they cannot be', async () => {
  await open({ cameraIds: ['yard'] });
  await press('Change');
  const row = screen.getByRole('checkbox', { name: /Hall/ });
  expect(row).toHaveProperty('disabled', true);
  expect(row.closest('label')?.textContent).toContain('View only: you can’t share it');
  await act(async () => void fireEvent.click(screen.getByRole('checkbox', { name: 'Gate' })));
  await press('Done');
  expect(screen.getByText('Yard and Gate')).toBeDefined();
  expect(screen.getByText('2 of 3 cameras')).toBeDefined();
});

const check = (name: string): Promise<void> => act(async () => void fireEvent.click(screen.getByRole('checkbox', { name })));

test('without a selected camera it begins with the list of cameras, which closes once one is selected', async () => {
  await open();
  expect(screen.getByRole('heading', { name: 'Select cameras' })).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Select cameras' }));
  expect(button('Done')).toHaveProperty('disabled', true);
  // There is nothing to go back to.
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull();
  await check('Gate');
  await press('Done');
  expect(screen.getByRole('heading', { name: 'Share' })).toBeDefined();
  expect(screen.getByText('1 of 3 cameras')).toBeDefined();
  expect(document.activeElement).toBe(button('Change'));
  expect(button('Create link')).toHaveProperty('disabled', false);
});

test('the last camera of a link can’t be taken out of it', async () => {
  await open({ cameraIds: ['yard'] });
  await press('Change');
  expect(button('Back')).toBeDefined();
  await check('Yard');
  expect(button('Done')).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
});

test('a list of more than eight cameras can be searched', async () => {
  server.cameras = Array.from({ length: 9 }, (_, index) => buildCamera({ id: `c${index}`, title: `Room ${index}` }));
  await open();
  fireEvent.input(screen.getByRole('searchbox', { name: 'Find a camera' }), { target: { value: 'room 7' } });
  await waitFor(() => expect(within(screen.getByRole('list')).getAllByRole('checkbox')).toHaveLength(1));
});

describe('there is nothing to share', () => {
  test('without cameras, which can be added', async () => {
    server.cameras = [];
    const onAddCamera = vi.fn();
    await open({ onAddCamera });
    await screen.findByText('No cameras to share');
    await press('Add camera');
    expect(onAddCamera).toHaveBeenCalledOnce();
  });

  test('with view-only access to all of them, whose owners can', async () => {
    server.cameras = [hall];
    await open();
    expect(await screen.findByText(/Ask their owners/)).toBeDefined();
  });

  test('after a failure, which can be retried', async () => {
    server.offline = true;
    await open();
    await screen.findByText('Something went wrong');
    server.offline = false;
    await press('Retry');
    expect(await screen.findByRole('heading', { name: 'Select cameras' })).toBeDefined();
  });
});

test('what the user lacks is disabled and says why', async () => {
  const limited = buildCamera({
    id: 'l',
    title: 'Lab',
    isOwner: false,
    grant: buildGrant({ access: 'full', withAudio: false, hasWatermark: true }),
  });
  await open({ cameras: [limited], cameraIds: ['l'] });
  expect(screen.getByRole('switch', { name: /You have no sound on these cameras yourself/ })).toHaveProperty('disabled', true);
  await press('More options');
  expect(screen.getByRole('switch', { name: /^Watermark/ })).toMatchObject({ checked: true, disabled: true });
});

test('a problem is said at its field, also in a folded part', async () => {
  await open({ cameraIds: ['yard'] });
  await press('More options');
  await act(async () => void fireEvent.click(screen.getByRole('switch', { name: /^Certain hours only/ })));
  for (const name of ['From', 'Until']) fireEvent.input(screen.getByLabelText(name), { target: { value: '10:00' } });
  await press('More options');
  await press('Create link');
  expect(screen.getByText('The hours end when they begin.')).toBeDefined();
  expect(server.requestsTo(createInvite)).toHaveLength(0);
});

test('an error keeps what was entered', async () => {
  await open({ cameraIds: ['yard'] });
  await act(async () => void fireEvent.click(screen.getByRole('switch', { name: /^Sound/ })));
  server.offline = true;
  await press('Create link');
  expect(await screen.findByText('No connection. Everything you entered is kept.')).toBeDefined();
  expect(screen.getByRole('switch', { name: /^Sound/ })).toHaveProperty('checked', true);
});

test('sends the link by e-mail; the field is ready for the next address', async () => {
  await open({ cameraIds: ['yard'] });
  await press('Create link');
  const field = screen.getByRole('textbox', { name: 'Send by e-mail' });
  fireEvent.input(field, { target: { value: 'boris' } });
  await press('Send');
  expect(screen.getByText(/^Enter an e-mail address/)).toBeDefined();
  fireEvent.input(field, { target: { value: 'boris@example.com' } });
  await press('Send');
  expect(await screen.findByText('Sent to boris@example.com.')).toBeDefined();
  expect(field).toHaveProperty('value', '');
  expect(server.requestsTo(emailInvite)).toHaveLength(1);
});

test('edits a link, and says that users keep their access', async () => {
  const invite = buildInvite({ cameras: [{ id: 'yard', title: 'Yard' }], label: 'Courier' });
  server.invites = [invite];
  await open({ invite });
  expect(screen.getByRole('heading', { name: 'Edit link' })).toBeDefined();
  expect(screen.getByText(/^Users who already have access keep theirs/)).toBeDefined();
  expect(screen.getByRole('textbox', { name: 'Label' })).toHaveProperty('value', 'Courier');
  expect(button('Copy link')).toBeDefined();
});

test('speaks Russian', async () => {
  await open({ cameraIds: ['yard'], locale: 'ru' });
  expect(screen.getByRole('heading', { name: 'Поделиться' })).toBeDefined();
  expect(sentence()).toContain('По этой ссылке до 5 человек могут смотреть 1 камеру без звука');
  await press('Закрыть');
  expect(onClose).toHaveBeenCalled();
});
