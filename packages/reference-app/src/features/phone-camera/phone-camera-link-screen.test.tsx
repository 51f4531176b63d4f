// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { prepareApp } from '../../shared/testing/render-app.tsx';
import { PhoneLinkScreen } from './phone-camera-link-screen.tsx';

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'share');
});
const createRegistrationToken = { method: 'POST', path: '/public/api/v2/cameraphone/registration/token' } as const;
const registration = { registrationToken: 'registration-token-1', registrationId: 'reg_1', expiresAt: 1 };

test('shows the link as a code and as an address to copy and to share', async () => {
  const share = vi.fn<(data: { url: string }) => Promise<void>>(() => Promise.resolve());
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  const { server, around } = await prepareApp({ email: 'anna@example.com' });
  server.answerNext(createRegistrationToken, () => Response.json(registration, { status: 201 }));
  render(around(<PhoneLinkScreen onDone={() => undefined} onBack={() => undefined} />));
  const address = await screen.findByRole('textbox', { name: 'Link for the phone' });
  expect(address).toHaveProperty('value', `${location.origin}/phone-camera#registration-token-1`);
  expect(screen.getByRole('img', { name: 'QR code with the link for the phone' }).querySelector('path')?.getAttribute('d')).toMatch(
    /^M4 4h7/,
  );
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Send link' }));
  expect(share).toHaveBeenCalledWith({ url: `${location.origin}/phone-camera#registration-token-1` });
  expect(screen.getByRole('note').textContent).toContain('works on this computer only');
});

test('a link that cannot be created shows the reason, with a retry and a link back', async () => {
  const onBack = vi.fn();
  const { server, around } = await prepareApp({ email: 'anna@example.com' });
  server.answerNext(createRegistrationToken, 'too-many-requests', () => Response.json(registration, { status: 201 }));
  render(around(<PhoneLinkScreen onDone={() => undefined} onBack={onBack} />));
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Open this link on the phone');
  await screen.findByText('Couldn’t create a link');
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(onBack).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Create a new link' }));
  await screen.findByRole('textbox', { name: 'Link for the phone' });
});
