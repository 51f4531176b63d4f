import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { createBrowserRouter } from 'react-router';
import { cameraListQuery } from '../features/cameras/index.ts';
import { RouteError } from '../shell/route-error.tsx';
import { Shell } from '../shell/shell.tsx';
import { client } from './client.ts';
import { requireNoSession, requireSession } from './guards.ts';
import { paths } from '../shared/navigation/paths.ts';
import { queryClient } from './query-client.ts';

/** While the first chunk loads: nothing at once, a loader if it takes long. */
function Boot(): ReactNode {
  return (
    <div className="boot">
      <LoaderCircle className="wp-spin" size={24} />
    </div>
  );
}

/** Asks for the cameras while the screen's chunk is on its way; the screen waits for neither. */
function prefetchCameras(): null {
  if (client.session.current.peek()) void queryClient.prefetchQuery(cameraListQuery(client));
  return null;
}

/** Every screen is a chunk of its own. The guards run before a chunk is rendered, never inside of it. */
export const router = createBrowserRouter([
  {
    HydrateFallback: Boot,
    ErrorBoundary: RouteError,
    children: [
      { path: paths.signIn, loader: requireNoSession, lazy: { Component: async () => (await import('../routes/sign-in.tsx')).SignInRoute } },
      { path: paths.addCamera, loader: requireSession, lazy: { Component: async () => (await import('../routes/add-camera.tsx')).AddCameraRoute } },
      {
        Component: Shell,
        loader: requireSession,
        // The guard has to run on entering, not whenever the player writes its time into the address.
        shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) => currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate,
        children: [
          {
            ErrorBoundary: RouteError,
            children: [
              { path: paths.dashboard, loader: prefetchCameras, lazy: { Component: async () => (await import('../routes/dashboard.tsx')).DashboardRoute } },
              { path: paths.camera, lazy: { Component: async () => (await import('../routes/camera.tsx')).CameraRoute } },
            ],
          },
        ],
      },
      { path: '*', lazy: { Component: async () => (await import('../routes/not-found.tsx')).NotFoundRoute } },
    ],
  },
]);
