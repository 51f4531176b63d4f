import { QueryClientProvider } from '@tanstack/react-query';
import { systemClock } from '@watchpost/sdk-core';
import { RouterProvider } from 'react-router/dom';
import { text } from '../shared/i18n/common-texts.ts';
import { safePath } from '../shared/navigation/safe-path.ts';
import { to } from '../shared/navigation/targets.ts';
import { onOpenCamera, showToast } from '../shared/ui/toast.ts';
import { client } from './client.ts';
import { signInPath } from './guards.ts';
import type { ShowPage } from './page-frame.tsx';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { watchSession } from './session-watch.ts';

/** Starts the router and shows the screen of the current address. */
export function startApp(show: ShowPage): void {
  watchSession(client.session, systemClock, {
    onExpired: () => {
      queryClient.clear();
      showToast('error', text('ended'), { id: 'session', text: text('endedText') });
      const { pathname, search } = router.state.location;
      void router.navigate(signInPath(pathname, search), { replace: true });
    },
    onChangedElsewhere: () => location.reload(),
  });
  onOpenCamera((cameraId, at) => void router.navigate(to.Camera(cameraId, { at })));
  show({
    client,
    router,
    content: (
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    ),
  });
}

/** Replaces the sign-in page with the requested screen as soon as it can be shown. */
export async function continueInApp(show: ShowPage): Promise<void> {
  const returnUrl = new URLSearchParams(location.search).get('returnUrl');
  await router.navigate(safePath(returnUrl), { replace: true });
  startApp(show);
}
