import { formatAge, formatMoment } from '@watchpost/sdk-core';
import type { Camera, Locale } from '@watchpost/sdk-core';
import { createSnapshotMessages } from '../../../i18n/snapshot-messages.ts';

/** What is known of the camera. */
export interface SnapshotFacts {
  /** Null until the server has answered. */
  readonly camera: Camera | null;
  /** An address of the picture; null without one. */
  readonly url: string | null;
  readonly problem: 'error' | 'gone' | 'ended' | null;
  /** By the server's clock, Unix milliseconds. */
  readonly now: number;
  readonly locale: Locale;
  /** What the page calls the picture; the camera's name by default. */
  readonly alt: string | null;
}

export interface SnapshotView {
  show(facts: SnapshotFacts): void;
  /** The picture is on the screen. */
  readonly decoded: (listener: () => void) => void;
}

/** The parts of a snapshot, made once: there is no framework in a list of a hundred. */
export function createSnapshotView(root: ShadowRoot): SnapshotView {
  const make = <Name extends 'div' | 'img'>(name: Name, className: string, part: string): HTMLElementTagNameMap[Name] => {
    const element = document.createElement(name);
    element.className = className;
    element.setAttribute('part', part);
    element.hidden = true;
    return element;
  };
  const frame = make('div', 'frame', 'picture');
  const image = make('img', 'image', 'image');
  const message = make('div', 'message', 'message');
  const age = make('div', 'age', 'age');
  const mark = make('div', 'mark', 'watermark');
  frame.hidden = false;
  image.decoding = 'async';
  // A page's own content.
  const slot = document.createElement('slot');
  slot.name = 'overlay';
  frame.append(image, message, slot, mark, age);
  root.append(frame);
  const write = (element: HTMLElement, text: string): void => {
    if (element.textContent !== text) element.textContent = text;
    element.hidden = text === '';
  };

  return {
    decoded: (listener) => image.addEventListener('load', listener),
    show({ camera, url, problem, now, locale, alt }) {
      const t = createSnapshotMessages(() => locale);
      const isOffline = camera?.state === 'offline';
      if (url !== null && image.src !== url) image.src = url;
      image.hidden = url === null;
      image.alt = alt ?? camera?.title ?? t('camera');
      image.classList.toggle('grey', isOffline || problem !== null);
      frame.lang = locale;
      frame.setAttribute('aria-busy', String(camera === null && problem === null));
      write(message, problem ? t(problem) : isOffline ? t('offline') : '');
      write(mark, camera?.watermark ?? '');
      const takenAt = camera?.previewAt ?? null;
      write(
        age,
        isOffline
          ? t('offlineSince', { time: formatMoment(camera.stateSince, now, { locale, timeZone: camera.timeZone }) })
          : takenAt === null || url === null
            ? ''
            : t('age', { time: formatAge(now - takenAt, { locale }) }),
      );
    },
  };
}
