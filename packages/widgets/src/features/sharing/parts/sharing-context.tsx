import { createContext, useContext } from 'react';
import type { Context as ReactContext } from 'react';
import type { Locale, Translate } from '@watchpost/sdk-core';
import type { SharingMessageKey } from '../../../i18n/sharing-messages.ts';
import type { ShareClient, ShareController } from '../sharing-controller.ts';

/** Shared by all parts of the dialog. */
export interface SharingContext {
  readonly share: ShareController;
  readonly client: ShareClient;
  readonly locale: Locale;
  readonly t: Translate<SharingMessageKey>;
}

const Context: ReactContext<SharingContext | null> = createContext<SharingContext | null>(null);
export const SharingProvider: ReactContext<SharingContext | null>['Provider'] = Context.Provider;

/** @throws {Error} outside a ShareDialog */
export function useSharing(): SharingContext {
  const value = useContext(Context);
  if (!value) throw new Error('This is a part of a ShareDialog and works only inside of one.');
  return value;
}
