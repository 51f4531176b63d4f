import { LoaderCircle } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { createBrowserRouter } from 'react-router';
import type { RouteObject, ShouldRevalidateFunctionArgs } from 'react-router';
import { loadCode } from '../shared/browser/load-code.ts';
import { paths } from '../shared/navigation/paths.ts';
import { redirectNames, screenNames, screens } from '../shared/navigation/routes.ts';
import type { Layout, ScreenName } from '../shared/navigation/routes.ts';
import { withClient } from '../shared/with-client.ts';
import { NotFound } from '../shell/not-found.tsx';
import { RouteError } from '../shell/route-error.tsx';
import { devRoutes } from './dev-routes.ts';
import { followRedirect, openScreen } from './guards.ts';
import { Root } from './root.tsx';
import { loadScreen } from './screens.ts';
import { withBasePath } from '../shared/navigation/base-path.ts';

/** Shown while the first chunk loads: nothing at first, a loader after a delay. */
function Boot(): ReactNode {
  return (
    <div className="boot">
      <LoaderCircle className="wp-spin" size={24} />
    </div>
  );
}

/** Runs guards when a screen is entered, but not when the player writes its time into the address. */
function onNewPath({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;
}

/** Retries code that fails to load; the current screen stays until the next one can be shown. */
const lazily = (load: () => Promise<ComponentType>) => ({ Component: () => loadCode(load) });

/** The dashboard needs less of the client than other screens, and starts without the rest. */
const codeOfScreen = (name: ScreenName) => (name === 'dashboard' ? loadScreen.dashboard : () => withClient(loadScreen[name]));

/** Creates the route of a screen in its own chunk. Guards run before a chunk renders, never inside it. */
function routeOfScreen(name: ScreenName): RouteObject {
  return { path: paths[name], loader: openScreen(name), shouldRevalidate: onNewPath, lazy: lazily(codeOfScreen(name)) };
}

/** Creates the routes of one layout; an error in a screen leaves the layout in place. */
function within(layout: Layout): RouteObject[] {
  const members = screenNames.filter((name) => screens[name].layout === layout);
  const inSettings = members.filter((name) => screens[name].within === 'settings');
  const others = members.filter((name) => screens[name].within === undefined);
  const settings: RouteObject[] =
    inSettings.length === 0
      ? []
      : [
          {
            lazy: lazily(async () => (await import('../shell/settings/settings-frame.tsx')).SettingsFrame),
            children: [{ ErrorBoundary: RouteError, children: inSettings.map(routeOfScreen) }],
          },
        ];
  return [{ ErrorBoundary: RouteError, children: [...others.map(routeOfScreen), ...settings] }];
}

export const router = createBrowserRouter(
  [
    {
      Component: Root,
      HydrateFallback: Boot,
      ErrorBoundary: RouteError,
      children: [
        ...devRoutes,
        ...redirectNames.map((name): RouteObject => ({ path: paths[name], loader: followRedirect(name) })),
        { lazy: lazily(async () => (await import('../shell/shell.tsx')).Shell), children: within('sidebar') },
        {
          lazy: lazily(async () => (await import('../shell/header-layout.tsx')).HeaderLayout),
          children: [...within('header'), { path: '*', Component: NotFound }],
        },
        { lazy: lazily(async () => (await import('../shell/header-layout.tsx')).DesktopHeaderLayout), children: within('desktop-header') },
        ...within('empty'),
      ],
    },
  ],
  // With the slash, so that the root keeps it: the scope of the service worker ends there.
  { basename: withBasePath('/') },
);
