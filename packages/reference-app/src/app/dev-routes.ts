import type { RouteObject } from 'react-router';

/** Pages for developers. In a production build the bundler drops this branch and everything that only it imports. */
export const devRoutes: readonly RouteObject[] = import.meta.env.DEV
  ? [{ path: '/dev/gallery', lazy: { Component: async () => (await import('../routes/dev-gallery/dev-gallery.tsx')).DevGalleryRoute } }]
  : [];
