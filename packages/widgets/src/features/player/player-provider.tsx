import type { JSX, ReactNode } from 'react';
import type { Locale, ViewerClient } from '@watchpost/sdk-core';
import { ru } from '../../i18n/messages-ru.ts';
import { MessagesProvider } from './player-context.tsx';

/** Properties of `<WatchpostProvider>`: the client, and the language of the widgets. */
export interface WatchpostProviderProps {
  /** Requests cameras and video: of createEmbedClient, or of createBrowserClient for a signed-in user. Keep it the same between renders. */
  readonly client: ViewerClient;
  /** The language of the widgets; English by default. */
  readonly locale?: Locale;
  readonly children?: ReactNode;
}

/**
 * Provides the client and the language to the widgets below it.
 * @example
 * const client = createBrowserClient(); // once, outside of the component
 * <WatchpostProvider client={client} locale="ru"><CameraPlayer cameraId={camera.id} /></WatchpostProvider>
 */
export function WatchpostProvider({ client, locale = 'en', children }: WatchpostProviderProps): JSX.Element {
  return (
    <MessagesProvider client={client} locale={locale} messages={locale === 'ru' ? ru : undefined}>
      {children}
    </MessagesProvider>
  );
}
