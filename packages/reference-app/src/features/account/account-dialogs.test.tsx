// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describeModal } from '@watchpost/widgets/primitives/testing';
import { prepareApp } from '../../shared/testing/render-app.tsx';
import { DeleteDialog } from './account-delete-dialog.tsx';
import { SignOutDeviceDialog } from './account-device-dialog.tsx';
import { EmailDialog } from './account-email-dialog.tsx';

const email = 'anna@example.com';
const session = { customerId: `customer-${email}`, email, analyticsId: 'a' };
const { around } = await prepareApp({ email });

describeModal('change e-mail', {
  around,
  render: (onClose) => <EmailDialog session={session} draft="" onDraft={() => undefined} onClose={onClose} />,
});
describeModal('sign out all other devices', { around, render: (onClose) => <SignOutDeviceDialog device={null} onClose={onClose} /> });
describeModal('delete account', {
  around,
  render: (onClose) => <DeleteDialog session={session} onDeleted={() => undefined} onClose={onClose} />,
  ready: () => screen.findByText('You will be signed out on every device'),
});
