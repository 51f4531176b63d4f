import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import type { Camera } from '@watchpost/sdk-core';
import { useSharing } from './sharing-context.tsx';
import { SharingIcon } from './sharing-icons.tsx';

/** The latest picture of a camera, or a drawing of one. Its name stands beside it. */
export function SharingPreview({ camera: { id, previewUrl } }: { readonly camera: Camera }): JSX.Element {
  const { client } = useSharing();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
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
        setDrawn(true);
      }
      bitmap.close();
    };
    draw().catch(() => {});
    return () => life.abort();
  }, [client, id, hasPicture]);
  return (
    <span className="wp-share-preview">
      {!isDrawn && <SharingIcon name="camera" />}
      <canvas ref={canvas} hidden={!isDrawn} aria-hidden="true" />
    </span>
  );
}
