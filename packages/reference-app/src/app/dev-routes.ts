import type { RouteObject } from 'react-router';

/** Pages for developers. A production build has none: the bundler drops the branch and everything that it alone imports. */
export const devRoutes: readonly RouteObject[] = import.meta.env.DEV
  ? [{ path: '/dev/gallery', lazy: { Component: async () => (await import('../routes/dev-gallery.tsx')).DevGalleryRoute } }]
  : [];
