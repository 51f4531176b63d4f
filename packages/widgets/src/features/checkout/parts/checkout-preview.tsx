import { useEffect, useRef } from 'react';
import type { JSX } from 'react';
import type { Camera } from '@watchpost/sdk-core';
import { useCheckout } from './checkout-context.tsx';

/** The latest picture of a camera, or its place. Its name stands beside it. */
export function CheckoutPreview({ camera: { id, previewUrl } }: { readonly camera: Camera }): JSX.Element {
  const { client } = useCheckout();
  const canvas = useRef<HTMLCanvasElement>(null);
  const hasPicture = previewUrl !== null;
  useEffect(() => {
    if (!hasPicture) return;
    const life = new AbortController();
    const draw = async (): Promise<void> => {
      // Loaded with the session, since the page may be on another origin, and drawn: its policy may refuse images.
      const bitmap = await createImageBitmap(await client.cameras.preview(id, { signal: life.signal }));
      if (canvas.current && !life.signal.aborted) {
        canvas.current.width = bitmap.width;
        canvas.current.height = bitmap.height;
        canvas.current.getContext('2d')?.drawImage(bitmap, 0, 0);
      }
      bitmap.close();
    };
    draw().catch(() => {});
    return () => life.abort();
  }, [client, id, hasPicture]);
  return <canvas ref={canvas} className="wp-checkout-preview" width={16} height={9} aria-hidden="true" />;
}
