import { useSignals } from '@preact/signals-react/runtime';
import { createEmbedClient } from '@watchpost/sdk-core';
import { createNetworkHints } from '@watchpost/sdk-core/browser';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { GuestScreen } from '../features/sharing/index.ts';
import { useClient } from '../shared/client.tsx';
import { currentLocale } from '../shared/i18n/i18n.ts';
import { ProfileButton } from '../shell/profile/profile-button.tsx';
import '../shell/shell.css';

/** /guest/{inviteId} */
export function GuestRoute(): ReactNode {
  const { inviteId = '' } = useParams();
  const client = useClient();
  useSignals();
  const hasSession = client.session.current.value !== null;
  return (
    <GuestScreen
      inviteId={inviteId}
      profile={hasSession ? <ProfileButton onSmall /> : null}
      createViewer={(token) => createEmbedClient({ locale: currentLocale, network: createNetworkHints(), token })}
    />
  );
}
