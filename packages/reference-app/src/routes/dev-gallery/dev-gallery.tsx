import type { ReactNode } from 'react';
import { Gallery } from './gallery.tsx';

/** /dev/gallery, in development only */
export function DevGalleryRoute(): ReactNode {
  return <Gallery />;
}
