// @vitest-environment jsdom
import { buildDeviceAuthorization } from '@watchpost/sdk-core/testing';
import type { FakeDeviceAuthorization } from '@watchpost/sdk-core/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp, renderApp } from '../../../shared/testing/render-app.tsx';
import { DeviceCodeScreen } from './session-device-code-screen.tsx';

const find = { method: 'POST', path: '/public/api/v3/device-authorizations/find' } as const;
const approve = { method: 'POST', path: '/public/api/v3/device-authorizations/approval' } as const;

afterEach(forgetApp);

const field = (): HTMLInputElement => screen.getByLabelText('Code');
const type = (text: string): void => void fireEvent.input(field(), { target: { value: text } });
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name });

async function open({ code = null, waiting = {} }: { code?: string | null; waiting?: Partial<FakeDeviceAuthorization> } = {}) {
  const { client, server } = await prepareApp({ email: 'anna@example.com' });
  const authorization = buildDeviceAuthorization({ requestedAt: Date.now() - 130_000, ...waiting });
  server.deviceAuthorizations = [authorization];
  const onDecided = vi.fn<() => void>();
  await renderApp(
    <MemoryRouter>
      <DeviceCodeScreen code={code} onDecided={onDecided} />
    </MemoryRouter>,
    { client, server },
  );
  return { server, authorization, onDecided };
}

describe('a code that is entered', () => {
  test.each(['wdjbmjht', 'WDJB-MJHT', ' wdjb mjht ', 'aWDJB–MJHT!', 'wdjb_mjhtxx'])('%j is WDJB-MJHT', async (text) => {
    const { server } = await open();
    type(text);
    expect(field().value).toBe('WDJB-MJHT');
    press('Continue');
    await screen.findByRole('heading', { name: 'Approve this sign-in?' });
    expect(server.requestsTo(find).map(({ body }) => body)).toEqual([{ userCode: 'WDJB-MJHT' }]);
  });

  test('an incomplete one is not sent', async () => {
    const { server } = await open();
    type('wdjb');
    press('Continue');
    await screen.findByText('The code has 8 letters.');
    expect(server.requestsTo(find)).toEqual([]);
    type('wdjbm');
    expect(screen.queryByText('The code has 8 letters.')).toBeNull();
  });

  test('a wrong one is reported under the field and stays there; the next one works', async () => {
    await open();
    type('wdjbmjhx');
    press('Continue');
    await screen.findByText('Invalid or expired code');
    expect(field().value).toBe('WDJB-MJHX');
    type('wdjbmjht');
    expect(screen.queryByText('Invalid or expired code')).toBeNull();
    press('Continue');
    await screen.findByRole('heading', { name: 'Approve this sign-in?' });
  });

  test('too many guesses: how long to wait', async () => {
    const { server } = await open();
    server.answerNext(find, () =>
      Response.json({ error: { code: 'too-many-requests', message: '' } }, { status: 429, headers: { 'Retry-After': '900' } }),
    );
    type('wdjbmjhx');
    press('Continue');
    await screen.findByText('Too many attempts. Try again in 15 minutes.');
  });
});

describe('the decision', () => {
  test('shows which device asks, when and from where, and for which account; nothing is approved by Enter', async () => {
    await open({ code: 'WDJB-MJHT' });
    const title = await screen.findByRole('heading', { name: 'Approve this sign-in?' });
    expect(document.activeElement).toBe(title);
    for (const text of ['Backup on nas', 'WDJB-MJHT', '2 minutes ago', '203.0.113.5', 'anna@example.com']) screen.getByText(text);
    screen.getByText('Approve only if you started this sign-in yourself.');
  });

  test('approved: the server has it, and the page says so', async () => {
    const { authorization, onDecided } = await open({ code: 'wdjb-mjht' });
    await screen.findByRole('heading', { name: 'Approve this sign-in?' });
    press('Approve');
    expect(await screen.findByRole('heading', { name: 'Sign-in approved' })).toBe(document.activeElement);
    expect(authorization).toMatchObject({ state: 'approved', email: 'anna@example.com' });
    expect(onDecided).toHaveBeenCalledTimes(1);
    screen.getByText(/“Backup on nas” continues/);
    expect(screen.getByRole('link', { name: 'Account settings' }).getAttribute('href')).toBe('/settings/account');
  });

  test('denied', async () => {
    const { authorization } = await open({ code: 'WDJB-MJHT' });
    await screen.findByRole('heading', { name: 'Approve this sign-in?' });
    press('Deny');
    await screen.findByRole('heading', { name: 'Sign-in denied' });
    expect(authorization).toMatchObject({ state: 'denied', email: null });
  });

  test('an outage keeps the decision on the page, to be repeated', async () => {
    const { server, authorization } = await open({ code: 'WDJB-MJHT' });
    await screen.findByRole('heading', { name: 'Approve this sign-in?' });
    server.offline = true;
    press('Approve');
    await screen.findByText('Network request error');
    expect(authorization.state).toBe('pending');
    server.offline = false;
    press('Approve');
    await screen.findByRole('heading', { name: 'Sign-in approved' });
  });

  test('while one is sent, the other can’t be', async () => {
    const { server } = await open({ code: 'WDJB-MJHT' });
    await screen.findByRole('heading', { name: 'Approve this sign-in?' });
    let answer = (_: Response): void => undefined;
    const late = new Promise<Response>((resolve) => (answer = resolve));
    server.answerNext(approve, () => late);
    press('Approve');
    await waitFor(() => expect(button('Deny').disabled).toBe(true));
    answer(new Response(null, { status: 204 }));
    await screen.findByRole('heading', { name: 'Sign-in approved' });
  });

  test('a code that expired meanwhile has to be entered again', async () => {
    const { server } = await open({ code: 'WDJB-MJHT' });
    await screen.findByRole('heading', { name: 'Approve this sign-in?' });
    server.deviceAuthorizations = [];
    press('Approve');
    await screen.findByText('Invalid or expired code');
    expect(field().value).toBe('WDJB-MJHT');
  });

  test('another code can be entered instead', async () => {
    await open({ code: 'WDJB-MJHT' });
    await screen.findByRole('heading', { name: 'Approve this sign-in?' });
    press('Enter another code');
    expect(field().value).toBe('');
  });
});

test.each(['', 'WDJB', '<script>'])('an address with the code %j asks for one', async (code) => {
  const { server } = await open({ code });
  await screen.findByRole('heading', { name: 'Sign in a device' });
  expect(server.requestsTo(find)).toEqual([]);
});
