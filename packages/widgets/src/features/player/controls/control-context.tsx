import { createContext, useContext } from 'react';
import type { Provider } from 'react';
import type { Locale, Translate } from '@watchpost/sdk-core';
import type { ControlMessageKey } from '../../../i18n/control-messages.ts';
import type { ControlModel } from './control-model.ts';

export interface Controls {
  readonly model: ControlModel;
  readonly t: Translate<ControlMessageKey>;
  readonly locale: Locale;
}

const Context = createContext<Controls | null>(null);
export const ControlsProvider: Provider<Controls | null> = Context.Provider;

/** @throws {Error} outside of a player */
export function useControls(): Controls {
  const controls = useContext(Context);
  if (!controls) throw new Error('A control belongs into a player.');
  return controls;
}
