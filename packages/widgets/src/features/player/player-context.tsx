import { createContext, useContext, useMemo } from 'react';
import type { JSX, ReactNode } from 'react';
import type { ViewerClient, Locale, Translate } from '@watchpost/sdk-core';
import { createMessages } from '../../i18n/messages.ts';
import type { MessageKey, Messages } from '../../i18n/messages.ts';

/** What `<WatchpostProvider>` gives to the widgets inside of it. */
export interface WatchpostContext {
  readonly client: ViewerClient;
  readonly locale: Locale;
  readonly t: Translate<MessageKey>;
}

const Context = createContext<WatchpostContext | null>(null);

export interface MessagesProviderProps {
  readonly client: ViewerClient;
  readonly locale: Locale;
  /** Texts of `locale`; English when absent. */
  readonly messages?: Messages | undefined;
  readonly children?: ReactNode;
}

/** The provider for callers that load a language's texts themselves, as the element does. */
export function MessagesProvider({ client, locale, messages, children }: MessagesProviderProps): JSX.Element {
  const value = useMemo(() => ({ client, locale, t: createMessages(locale, messages) }), [client, locale, messages]);
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

/** Returns the client, the language and the texts of the nearest `<WatchpostProvider>`. @throws {Error} without one */
export function useWatchpost(): WatchpostContext {
  const value = useContext(Context);
  if (!value) throw new Error('A Watchpost widget needs a client: put <WatchpostProvider client={client}> around it.');
  return value;
}
