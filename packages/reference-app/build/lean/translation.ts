import i18next from 'i18next';
import type { TFunction } from 'i18next';
import { useMemo, useSyncExternalStore } from 'react';

/**
 * Stands in for react-i18next. Its hook also waits for texts and warns of missing ones: in this app code arrives together with its texts
 * (shared/i18n/i18n.ts), so only the language can change.
 */
export const initReactI18next = { type: '3rdParty', init: () => undefined } as const;

/** @param namespaces of the keys without a prefix: the first; by default the app's own */
export function useTranslation(namespaces?: string | readonly string[]): { readonly t: TFunction; readonly i18n: typeof i18next } {
  const language = useSyncExternalStore(subscribe, () => i18next.language);
  const namespace = typeof namespaces === 'string' ? namespaces : namespaces?.[0];
  return useMemo(() => ({ t: i18next.getFixedT(language, namespace ?? null), i18n: i18next }), [language, namespace]);
}

function subscribe(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}
