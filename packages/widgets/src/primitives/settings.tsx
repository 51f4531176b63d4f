import { createContext, useContext, useMemo } from 'react';
import type { ReactNode } from 'react';
import { systemClock } from '@watchpost/sdk-core';
import type { ClockPort, Locale } from '@watchpost/sdk-core';

/** Settings of all primitives below a provider. */
export interface PrimitivesSettings {
  /** Language of the built-in labels: "Close", "Show the password". */
  readonly locale: Locale;
  /** Changes when the user goes to another page: poppers that are not persistent close. */
  readonly routeKey: string;
  /** Runs the timers of poppers and tooltips. */
  readonly clock: Pick<ClockPort, 'after'>;
}

const Settings = createContext<PrimitivesSettings>({ locale: 'en', routeKey: '', clock: systemClock });

/**
 * Sets language, page and clock of the primitives below it; omitted settings come from the provider above.
 * @example <PrimitivesProvider locale="ru" routeKey={location.pathname}>…</PrimitivesProvider>
 */
export function PrimitivesProvider({
  children,
  locale,
  routeKey,
  clock,
}: Partial<PrimitivesSettings> & { readonly children?: ReactNode }): ReactNode {
  const above = useContext(Settings);
  const value = useMemo(
    () => ({ locale: locale ?? above.locale, routeKey: routeKey ?? above.routeKey, clock: clock ?? above.clock }),
    [above, locale, routeKey, clock],
  );
  return <Settings.Provider value={value}>{children}</Settings.Provider>;
}

/** Returns the language and the page of the nearest `<PrimitivesProvider>`. */
export function usePrimitives(): PrimitivesSettings {
  return useContext(Settings);
}
