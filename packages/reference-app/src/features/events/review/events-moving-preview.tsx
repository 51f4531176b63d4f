import { systemClock } from '@watchpost/sdk-core';
import type { CameraEvent } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { frameMs, framesOf, wantsMotion } from './events-moving.ts';

/** A pointer that only passes over a row starts nothing, ms. */
const hoverMs = 300;
/** As long as a press that opens a context menu, ms. */
const holdMs = 450;

/** Whether the pointer, the focus or a held finger is on the row of a picture. */
export function useIsLookedAt(picture: RefObject<HTMLElement | null>): boolean {
  const [isLookedAt, setLookedAt] = useState(false);
  useEffect(() => {
    const row = picture.current?.closest<HTMLElement>('.event-row');
    if (!row) return;
    let cancel = (): void => {};
    const begin = (delayMs: number) => (): void => {
      cancel();
      cancel = systemClock.after(delayMs, () => setLookedAt(wantsMotion()));
    };
    const end = (): void => {
      cancel();
      setLookedAt(false);
    };
    const onFocus = (): void => {
      if (row.matches(':focus-visible')) begin(hoverMs)();
    };
    const onEnter = ({ pointerType }: PointerEvent): void => {
      if (pointerType === 'mouse') begin(hoverMs)();
    };
    const onDown = ({ pointerType }: PointerEvent): void => {
      if (pointerType === 'touch') begin(holdMs)();
    };
    row.addEventListener('pointerenter', onEnter);
    row.addEventListener('pointerdown', onDown);
    row.addEventListener('focus', onFocus);
    for (const name of ['pointerleave', 'pointerup', 'pointercancel', 'blur']) row.addEventListener(name, end);
    return () => {
      cancel();
      row.removeEventListener('pointerenter', onEnter);
      row.removeEventListener('pointerdown', onDown);
      row.removeEventListener('focus', onFocus);
      for (const name of ['pointerleave', 'pointerup', 'pointercancel', 'blur']) row.removeEventListener(name, end);
    };
  }, [picture]);
  return isLookedAt;
}

/** Some seconds of the recording, over the picture of an event. Moments without footage are left out. */
export function MovingPreview({ event }: { readonly event: CameraEvent }): ReactNode {
  const { archive } = useClient();
  const { cameraId, startAt, endAt } = event;
  const [loaded, setLoaded] = useState<readonly string[]>([]);
  const [index, setIndex] = useState(0);
  useEffect(() => {
    let isGone = false;
    // One after the other, because the server makes them when they are asked for.
    const load = async (): Promise<void> => {
      for (const at of framesOf({ startAt, endAt })) {
        const url = archive.previewUrl(cameraId, at, 160);
        const isHere = await isLoaded(url);
        if (isGone) return;
        if (isHere) setLoaded((before) => [...before, url]);
      }
    };
    void load();
    return () => {
      isGone = true;
    };
  }, [archive, cameraId, startAt, endAt]);
  useEffect(() => systemClock.after(frameMs, () => setIndex((before) => before + 1)), [index]);
  const shown = loaded[index % Math.max(1, loaded.length)];
  return loaded.length < 2 || shown === undefined ? null : <img className="event-moving" src={shown} alt="" />;
}

/** Loads a picture, for the browser's cache; false where there is none. */
function isLoaded(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = url;
  });
}
