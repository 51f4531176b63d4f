import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../shared/browser/hooks.ts';
import { isLost } from '../shared/live/lost-queries.ts';
import { shellTexts } from './shell-texts.ts';

/** Whether data on the screen could not be refreshed because the server did not answer. */
function useUnreachable(): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache]);
  return useSyncExternalStore(subscribe, () => cache.getAll().some((query) => query.isActive() && isLost(query)));
}

/**
 * A single line while the server cannot be reached, however many requests fail; it disappears by itself. It relies on failed
 * requests rather than the browser's network state: a server on this machine answers without a network.
 */
export function NetworkBar(): ReactNode {
  const { t } = useTranslation(shellTexts);
  const online = useOnline();
  const unreachable = useUnreachable();
  if (!unreachable) return null;
  return (
    <p className="offline-bar" role="status">
      <WifiOff size={16} />
      {online ? t('networkErrorText') : t('offline')}
    </p>
  );
}
