import type { ReactNode } from 'react';
import { createEmbedClient } from '@watchpost/sdk-core';
import { createControlMessages } from '../../../../i18n/control-messages.ts';
import { WatchpostProvider } from '../../player-provider.tsx';
import { ControlsProvider } from '../control-context.tsx';
import type { ControlModel } from '../control-model.ts';

/** Provides what a control needs: a client, a language, and the player's model. */
export function inPlayer(model: ControlModel, control: ReactNode, locale: 'en' | 'ru' = 'en'): ReactNode {
  const client = createEmbedClient({ baseUrl: 'https://cameras.example', token: 'embed.x.y' });
  return (
    <WatchpostProvider client={client} locale={locale}>
      <ControlsProvider value={{ model, locale, t: createControlMessages(() => locale) }}>{control}</ControlsProvider>
    </WatchpostProvider>
  );
}
