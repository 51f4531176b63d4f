import { expect, test } from 'vitest';
import { developersModules } from './development-pages.ts';

test('finds the gallery and test helpers in a bundle, but no product modules', () => {
  const root = '/work/packages/reference-app/src';
  expect(
    developersModules({
      'app.js': { type: 'chunk', moduleIds: [`${root}/app/dev-routes.ts`, `${root}/app/main.tsx`, `${root}/routes/dashboard.tsx`] },
      'gallery.js': { type: 'chunk', moduleIds: [`${root}/routes/dev-gallery/dev-gallery.tsx`, `${root}/routes/dev-gallery/gallery.tsx`] },
      'other.js': { type: 'chunk', moduleIds: [`${root}/testing/overlays.tsx`, `${root}/shared/testing/render-app.tsx`] },
      'app.css': { type: 'asset' },
    }),
  ).toEqual([
    `${root}/routes/dev-gallery/dev-gallery.tsx`,
    `${root}/routes/dev-gallery/gallery.tsx`,
    `${root}/testing/overlays.tsx`,
    `${root}/shared/testing/render-app.tsx`,
  ]);
});
