// @vitest-environment jsdom
import { createTestClient } from '@watchpost/sdk-core/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetApp, renderApp } from '../../shared/testing/render-app.tsx';
// Compiled before the tests: on a busy machine that takes longer than a test waits for the step.
import './session-code-step.tsx';
import { SignInScreen } from './session-sign-in-screen.tsx';

const requestCode = { method: 'POST', path: '/public/api/v2/cameraphone/customers/login' } as const;

afterEach(forgetApp);

const type = (label: string, value: string): void => void fireEvent.input(screen.getByLabelText(label), { target: { value } });
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const code = (): HTMLInputElement => screen.getByLabelText('Code of 6 digits');

async function askForCode(email = 'anna@example.com'): Promise<void> {
  type('E-mail', email);
  press('Continue');
  await screen.findByRole('heading', { name: 'Enter the code' });
}

describe('sign-in', () => {
  test('accepts an e-mail address and a pasted code that submits itself, shows the apps once per device, and continues', async () => {
    const onSignedIn = vi.fn<() => void>();
    const { client, server, unmount } = await renderApp(<SignInScreen onSignedIn={onSignedIn} />);
    await askForCode();
    expect(code().autocomplete).toBe('one-time-code');
    fireEvent.input(code(), { target: { value: ' 123-456 ' } });
    await screen.findByRole('heading', { name: 'Watchpost on your phone' });
    expect(client.session.current.peek()?.email).toBe('anna@example.com');
    expect(onSignedIn).not.toHaveBeenCalled();
    press('Continue without apps');
    expect(onSignedIn).toHaveBeenCalledTimes(1);
    unmount();

    await client.session.signOut();
    await renderApp(<SignInScreen onSignedIn={onSignedIn} />, { client, server });
    await askForCode();
    fireEvent.input(code(), { target: { value: '123456' } });
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(2));
    expect(screen.queryByText('Continue without apps')).toBeNull();
  });

  test('a wrong code is reported under the field and keeps its digits; the next one works', async () => {
    const { client } = await renderApp(<SignInScreen onSignedIn={() => undefined} />);
    await askForCode();
    fireEvent.input(code(), { target: { value: '654321' } });
    await screen.findByText('Invalid or expired code');
    expect(code().value).toBe('654321');
    expect(document.activeElement).toBe(code());
    fireEvent.input(code(), { target: { value: '12345' } });
    expect(screen.queryByText('Invalid or expired code')).toBeNull();
    fireEvent.input(code(), { target: { value: '123456' } });
    await waitFor(() => expect(client.session.current.peek()).not.toBeNull());
  });

  test('the address is validated on blur and on submit, not while typing', async () => {
    const { server } = await renderApp(<SignInScreen onSignedIn={() => undefined} />);
    type('E-mail', 'anna');
    expect(screen.queryByText('Enter a correct email.')).toBeNull();
    fireEvent.blur(screen.getByLabelText('E-mail'));
    expect(screen.queryByText('Enter a correct email.')).not.toBeNull();
    press('Continue');
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
    expect(server.requestsTo(requestCode)).toEqual([]);
  });

  test('a rate limit says how long to wait, and typed input stays', async () => {
    const { server } = await renderApp(<SignInScreen onSignedIn={() => undefined} />);
    const limited = (): Response =>
      Response.json(
        { error: { code: 'too-many-requests', message: 'Too many attempts. Wait a little and try again.' } },
        { status: 429, headers: { 'Retry-After': '1500' } },
      );
    server.answerNext(requestCode, limited);
    type('E-mail', 'anna@example.com');
    press('Continue');
    await screen.findByText('Too many attempts. Try again in 25 minutes.');
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('anna@example.com');
  });

  test('without network the address stays, and works once the network is back', async () => {
    const { server } = await renderApp(<SignInScreen onSignedIn={() => undefined} />);
    server.offline = true;
    type('E-mail', 'anna@example.com');
    press('Continue');
    await screen.findByText('Network request error');
    server.offline = false;
    press('Continue');
    await screen.findByRole('heading', { name: 'Enter the code' });
  });
});

describe('resend', () => {
  test('is offered after 60 seconds, also after a reload; a failure uses the specification’s words', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: 1_763_700_000_000 });
    try {
      const { server, client, unmount } = await renderApp(<SignInScreen onSignedIn={() => undefined} />);
      await askForCode();
      screen.getByText('Resend the code in 1:00');
      vi.setSystemTime(1_763_700_036_000);
      unmount();

      await renderApp(<SignInScreen onSignedIn={() => undefined} />, { client, server });
      screen.getByText('anna@example.com');
      screen.getByText('Resend the code in 0:24');
      vi.setSystemTime(1_763_700_059_999);
      vi.advanceTimersByTime(250);
      expect(screen.queryByRole('button', { name: 'Resend the code' })).toBeNull();
      vi.setSystemTime(1_763_700_060_000);
      vi.advanceTimersByTime(250);
      const resend = await screen.findByRole('button', { name: 'Resend the code' });
      server.offline = true;
      fireEvent.click(resend);
      await screen.findByText('Error sending code');
      server.offline = false;
      fireEvent.click(resend);
      await screen.findByText('Resend the code in 1:00');
      await screen.findByText('The code was sent again');
    } finally {
      vi.useRealTimers();
    }
  });
});

test('a user who cancelled the account’s deletion by signing in is notified', async () => {
  const { client, server } = createTestClient();
  await client.session.confirmCode({ email: 'anna@example.com', code: server.code });
  await client.account.deleteAccount({ code: server.code });
  await renderApp(<SignInScreen onSignedIn={() => undefined} />, { client, server });
  await askForCode();
  fireEvent.input(code(), { target: { value: server.code } });
  await screen.findByText('Welcome back');
});
