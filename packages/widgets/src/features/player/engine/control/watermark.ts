import type { PlayerCore } from '../player-core.ts';
import { leaveSmallWindow } from './small-window.ts';

/** Distance of two texts, CSS pixels. */
const stepX = 260;
const stepY = 110;
/** How far it moves, and how long that takes: slow enough not to disturb, far enough that no spot of the picture stays free. */
const travelPx = 80;
const travelMs = 40_000;

/**
 * Shows the viewer's address over the picture, repeated and translucent. It moves also under reduced motion: it is no decoration, and a few
 * pixels a second. Removing or hiding the element brings a new one. Picture-in-picture, whose window shows the bare video, is left.
 */
export function createWatermark({ options, signals, life }: PlayerCore): { dispose(): void } {
  const picture = options.canvas.parentElement;
  let overlay: HTMLCanvasElement | null = null;
  let text: string | null = null;
  if (!picture) return { dispose: () => {} };

  const resizes = typeof ResizeObserver === 'function' ? new ResizeObserver(() => draw()) : null;
  const guard = new MutationObserver(() => {
    if (text !== null) show();
  });

  /** Also what the browser's own button opens, and what was about to open when the watermark came. */
  function keepInPage(): void {
    if (text !== null) leaveSmallWindow(options.stage);
  }
  options.stage.addEventListener('enterpictureinpicture', keepInPage, { signal: life });

  function show(): void {
    remove();
    if (text === null || !picture) return;
    overlay = document.createElement('canvas');
    overlay.className = 'wp-watermark';
    overlay.ariaHidden = 'true';
    // Beside the picture's own size: it moves by that much.
    Object.assign(overlay.style, {
      position: 'absolute',
      inset: `-${travelPx}px`,
      width: `calc(100% + ${2 * travelPx}px)`,
      height: `calc(100% + ${2 * travelPx}px)`,
      objectFit: 'fill',
      pointerEvents: 'none',
    });
    picture.append(overlay);
    draw();
    overlay.animate?.(
      [{ transform: `translate(-${travelPx}px,-${travelPx / 2}px)` }, { transform: `translate(${travelPx}px,${travelPx / 2}px)` }],
      {
        duration: travelMs,
        direction: 'alternate',
        iterations: Number.POSITIVE_INFINITY,
      },
    );
    guard.observe(picture, { childList: true });
    guard.observe(overlay, { attributes: true });
  }
  function remove(): void {
    guard.disconnect();
    overlay?.remove();
    overlay = null;
  }
  function draw(): void {
    if (!overlay || !picture || text === null) return;
    const scale = Math.min(2, devicePixelRatio || 1);
    overlay.width = (picture.clientWidth + 2 * travelPx) * scale;
    overlay.height = (picture.clientHeight + 2 * travelPx) * scale;
    drawText(overlay, text, scale);
    // Its own new size is no change that a page made.
    guard.takeRecords();
  }

  const stop = signals.camera.subscribe((camera) => {
    const next = camera?.watermark ?? null;
    if (next === text) return;
    text = next;
    if (text === null) return remove();
    show();
    keepInPage();
  });
  resizes?.observe(picture);
  return {
    dispose() {
      stop();
      resizes?.disconnect();
      text = null;
      remove();
    },
  };
}

/** Rows of the text, every other one shifted, readable on light and on dark pictures. */
function drawText(canvas: HTMLCanvasElement, text: string, scale: number): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const [width, height] = [canvas.width / scale, canvas.height / scale];
  pen.scale(scale, scale);
  pen.font = '500 15px system-ui, sans-serif';
  pen.fillStyle = 'rgb(255 255 255 / .34)';
  pen.strokeStyle = 'rgb(0 0 0 / .2)';
  pen.lineWidth = 2;
  const step = Math.max(stepX, pen.measureText(text).width + 60);
  pen.rotate(-Math.PI / 10);
  // Rotated, the rows must reach beyond the corners.
  const reach = width + height;
  for (let y = -reach, row = 0; y < reach; y += stepY, row += 1) {
    for (let x = -reach + (row % 2) * (step / 2); x < reach; x += step) {
      pen.strokeText(text, x, y);
      pen.fillText(text, x, y);
    }
  }
}
