// @vitest-environment jsdom
import { createTestClient, signIn } from '@watchpost/sdk-core/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { forgetApp, renderApp } from '../../shared/testing/render-app.tsx';
import { EmailSetting } from './account-email-setting.tsx';

const changeEmail = { method: 'PUT', path: '/public/api/v2/cameraphone/customers/email' } as const;
const email = 'anna@example.com';

afterEach(forgetApp);

const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const type = (label: string, value: string): void => void fireEvent.input(field(label), { target: { value } });
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));

async function askForCode(address: string): Promise<void> {
  press('Change');
  type('New e-mail', address);
  press('Continue');
  await screen.findByLabelText('Code of 6 digits');
}

describe('change e-mail', () => {
  test('the consequences are explained first, the code is sent to the new address, and the session has the new address', async () => {
    const { client } = await renderApp(<EmailSetting />, { email });
    press('Change');
    screen.getByText(/All other devices will be signed out, and anna@example.com will get a message/);
    type('New e-mail', ' New@Example.com ');
    press('Continue');
    await screen.findByText('new@example.com');
    type('Code of 6 digits', '654321');
    await screen.findByText('Invalid or expired code');
    type('Code of 6 digits', '123 456');
    await waitFor(() => expect(client.session.current.peek()?.email).toBe('new@example.com'));
    await screen.findByText('E-mail changed');
    expect(screen.queryByRole('dialog')).toBeNull();
    screen.getByText('new@example.com');
  });

  test('an address that is in use, invalid or unchanged is refused under its field', async () => {
    const { client, server, clock } = createTestClient();
    await signIn(createTestClient({ server, clock }).client, server, 'boris@example.com');
    await renderApp(<EmailSetting />, { client, server, email });
    press('Change');
    type('New e-mail', 'boris@example.com');
    press('Continue');
    await screen.findByText('This email is already in use');
    expect(field('New e-mail').value).toBe('boris@example.com');
    type('New e-mail', email);
    press('Continue');
    await screen.findByText('This is already your e-mail');
    type('New e-mail', 'nobody');
    press('Continue');
    await screen.findByText('Enter a correct email.');
  });

  test('an address claimed before the code was entered returns to the address step', async () => {
    const { server } = await renderApp(<EmailSetting />, { email });
    await askForCode('new@example.com');
    server.answerNext(changeEmail, 'email-in-use');
    type('Code of 6 digits', '123456');
    await screen.findByText('This email is already in use');
    expect(field('New e-mail').value).toBe('new@example.com');
    press('Continue');
    expect((await screen.findByLabelText<HTMLInputElement>('Code of 6 digits')).value).toBe('');
  });

  test('the dialog reopens at the code if closed there; if closed at the address, it keeps the address', async () => {
    const { client, server, unmount } = await renderApp(<EmailSetting />, { email });
    press('Change');
    type('New e-mail', 'new@');
    press('Cancel');
    press('Change');
    expect(field('New e-mail').value).toBe('new@');
    press('Cancel');
    await askForCode('new@example.com');
    unmount();
    await renderApp(<EmailSetting />, { client, server });
    press('Change');
    screen.getByText('new@example.com');
    screen.getByLabelText('Code of 6 digits');
    screen.getByText(/Resend the code in 1:00|Resend the code in 0:5\d/);
    press('Another address');
    expect(field('New e-mail').value).toBe('');
  });
});
