import { WatchpostError } from '@watchpost/sdk-core';
import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../shared/browser/hooks.ts';

/** Whether anything on the screen could not be renewed because nobody answered. */
function useUnreachable(): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache]);
  return useSyncExternalStore(subscribe, () =>
    cache.getAll().some((query) => {
      const error: unknown = query.state.error ?? query.state.fetchFailureReason;
      return query.isActive() && error instanceof WatchpostError && error.code === 'network';
    }),
  );
}

/**
 * One line while the server cannot be reached, however many requests fail; it goes by itself. It tells what happened,
 * not what the browser thinks of its network: a server on this machine answers without any.
 */
export function NetworkBar(): ReactNode {
  const { t } = useTranslation();
  const online = useOnline();
  const unreachable = useUnreachable();
  if (!unreachable) return null;
  return (
    <p className="offline-bar" role="status">
      <WifiOff size={16} />
      {online ? t('shell.networkErrorText') : t('shell.offline')}
    </p>
  );
}
