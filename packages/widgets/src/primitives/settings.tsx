import { createContext, useContext, useMemo } from 'react';
import type { ReactNode } from 'react';
import { systemClock } from '@watchpost/sdk-core';
import type { ClockPort, Locale } from '@watchpost/sdk-core';

/** What all primitives below a provider share. */
export interface PrimitivesSettings {
  /** Of the built-in labels: "Close", "Show the password". */
  readonly locale: Locale;
  /** Changes when the person goes to another page: poppers that are not persistent close. */
  readonly routeKey: string;
  /** Counts the 60 ms after the pointer left and the pause before a tooltip. */
  readonly clock: Pick<ClockPort, 'after'>;
}

const Settings = createContext<PrimitivesSettings>({ locale: 'en', routeKey: '', clock: systemClock });

/**
 * Tells the primitives below it which language, page and clock are meant; what is not named comes from the provider above.
 * @example <PrimitivesProvider locale="ru" routeKey={location.pathname}>…</PrimitivesProvider>
 */
export function PrimitivesProvider({ children, locale, routeKey, clock }: Partial<PrimitivesSettings> & { readonly children?: ReactNode }): ReactNode {
  const above = useContext(Settings);
  const value = useMemo(
    () => ({ locale: locale ?? above.locale, routeKey: routeKey ?? above.routeKey, clock: clock ?? above.clock }),
    [above, locale, routeKey, clock],
  );
  return <Settings.Provider value={value}>{children}</Settings.Provider>;
}

export function usePrimitives(): PrimitivesSettings {
  return useContext(Settings);
}
