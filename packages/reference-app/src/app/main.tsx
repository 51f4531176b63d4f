import '@watchpost/widgets/theme/fonts.css';
import '@watchpost/widgets/theme/tokens.css';
import '@watchpost/widgets/theme/primitives.css';
import '../styles/base.css';
import i18next from 'i18next';
import { createRoot } from 'react-dom/client';
import { browserClock } from '../shared/browser/clock.ts';
import { applyTheme, followTheme } from '../shared/browser/preferences.ts';
import { startTranslations } from '../shared/i18n/i18n.ts';
import { to } from '../shared/navigation/targets.ts';
import { onOpenCamera, showToast } from '../shared/ui/toast.ts';
import { client } from './client.ts';
import { signInPath } from './guards.ts';
import { App } from './providers.tsx';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { watchSession } from './session-watch.ts';

applyTheme();
followTheme();
await startTranslations();

watchSession(client.session, browserClock, {
  onExpired: () => {
    queryClient.clear();
    showToast('error', i18next.t('session.ended'), { id: 'session', text: i18next.t('session.endedText') });
    const { pathname, search } = router.state.location;
    void router.navigate(signInPath(pathname, search), { replace: true });
  },
  onChangedElsewhere: () => location.reload(),
});

onOpenCamera((cameraId, at) => void router.navigate(to.Camera(cameraId, { at })));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root to render the app into.');
createRoot(root).render(<App />);

// Nothing of it may hold up the first screen; a browser that is busy for long gets it all the same.
browserClock.after(1000, loadBackground);

function loadBackground(): void {
  import('./background.tsx').then(
    ({ startBackground }) => startBackground(),
    // The network is away just now: nobody misses it meanwhile.
    () => browserClock.after(2000, loadBackground),
  );
}
