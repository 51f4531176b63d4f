import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { LandingScreen, rememberLink } from '../features/sharing/index.ts';
import { useClient } from '../shared/client.tsx';
import { to } from '../shared/navigation/targets.ts';
import { endSession } from '../shell/dialogs/end-session.ts';
import { ProfileButton } from '../shell/profile/profile-button.tsx';
import { withBasePath } from '../shared/navigation/base-path.ts';
import '../shell/shell.css';

/** /s/{token} */
export function SharedLinkRoute(): ReactNode {
  const { '*': token = '' } = useParams();
  const client = useClient();
  useSignals();
  const hasSession = client.session.current.value !== null;
  return (
    <LandingScreen
      token={token}
      profile={hasSession ? <ProfileButton onSmall /> : null}
      onGuest={rememberLink}
      onSwitchAccount={async () => {
        await endSession(client);
        // A new page, in place of this one: nothing of the user stays in memory, and nothing of the link in the history.
        location.replace(withBasePath(to.SignIn(to.SharedLink(token))));
      }}
    />
  );
}
