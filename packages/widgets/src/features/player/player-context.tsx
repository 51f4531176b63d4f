import { createContext, useContext, useMemo } from 'react';
import type { JSX, ReactNode } from 'react';
import type { ViewerClient, Locale, Translate } from '@watchpost/sdk-core';
import { createMessages } from '../../i18n/messages.ts';
import type { MessageKey } from '../../i18n/messages.ts';

export interface WatchpostContext {
  readonly client: ViewerClient;
  readonly locale: Locale;
  readonly t: Translate<MessageKey>;
}

const Context = createContext<WatchpostContext | null>(null);

export interface WatchpostProviderProps {
  readonly client: ViewerClient;
  /** The language of the widgets; English by default. */
  readonly locale?: Locale;
  readonly children?: ReactNode;
}

/**
 * Gives the widgets below it their client and language.
 * @example <WatchpostProvider client={createBrowserClient()}><CameraPlayer cameraId={id} /></WatchpostProvider>
 */
export function WatchpostProvider({ client, locale = 'en', children }: WatchpostProviderProps): JSX.Element {
  const value = useMemo(() => ({ client, locale, t: createMessages(() => locale) }), [client, locale]);
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

/** @throws {Error} outside of a WatchpostProvider */
export function useWatchpost(): WatchpostContext {
  const value = useContext(Context);
  if (!value) throw new Error('A Watchpost widget needs a client: put <WatchpostProvider client={client}> around it.');
  return value;
}
