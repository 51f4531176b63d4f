// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { takeFarewell } from '../../shared/browser/farewell.ts';
import { forgetApp, renderApp } from '../../shared/testing/render-app.tsx';
import { DeleteDialog } from './account-delete-dialog.tsx';

const getSummary = { method: 'GET', path: '/public/api/v2/cameraphone/customers/deletion' } as const;
const requestCode = { method: 'POST', path: '/public/api/v2/cameraphone/customers/deletion/confirmation' } as const;
const email = 'anna@example.com';
const session = { customerId: `customer-${email}`, email, analyticsId: 'a' };
const summary = { ownedCameras: 3, sharedCameras: 1, peopleLosingAccess: 2, footageBytes: 12_400_000_000, graceDays: 7 };

afterEach(forgetApp);

const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name });

describe('delete account', () => {
  test('lists what will be deleted, requests a new code, and signs out', async () => {
    const onDeleted = vi.fn<() => void>();
    const { client, server } = await renderApp(<div />, { email });
    server.deletionSummary = summary;
    await renderApp(<DeleteDialog session={session} onDeleted={onDeleted} onClose={() => undefined} />, { client, server });
    await screen.findByText('3 cameras and everything set up for them');
    screen.getByText('12 GB of recordings');
    screen.getByText('2 people lose access to your cameras');
    screen.getByText('1 camera shared with you');
    screen.getByText(/For 7 days signing in brings everything back/);
    expect(server.requestsTo(requestCode)).toEqual([]);

    press('Send the code');
    const code = await screen.findByLabelText('Code of 6 digits');
    expect(button('Delete account').disabled).toBe(true);
    fireEvent.input(code, { target: { value: '654321' } });
    press('Delete account');
    await screen.findByText('Invalid or expired code');
    expect(client.session.current.peek()).not.toBeNull();
    fireEvent.input(code, { target: { value: '12345' } });
    // Entering the last digit must not delete anything: only the button confirms.
    fireEvent.input(code, { target: { value: '123456' } });
    expect(onDeleted).not.toHaveBeenCalled();
    press('Delete account');
    await waitFor(() => expect(onDeleted).toHaveBeenCalledTimes(1));
    expect(client.session.current.peek()).toBeNull();
    expect(takeFarewell()).toBe(7);
    expect(takeFarewell()).toBeNull();
  });

  test('a code can only be requested once the summary is known', async () => {
    const { client, server } = await renderApp(<div />, { email });
    server.answerNext(getSummary, 500);
    await renderApp(<DeleteDialog session={session} onDeleted={() => undefined} onClose={() => undefined} />, { client, server });
    await screen.findByText('Couldn’t load what will be deleted.');
    expect(button('Send the code').disabled).toBe(true);
    press('Try again');
    await screen.findByText('You will be signed out on every device');
    expect(button('Send the code').disabled).toBe(false);
  });
});
