import { drawingPolicy } from './drawing-policy.ts';

/** `on` or `off`, set by hand: to measure, and to help someone. */
const choiceKey = 'watchpost.webcodecs';
/** Their number and the browser with its version: an update may have mended it. */
const faultsKey = 'watchpost.webcodecs-faults';

/** What this page has found out. */
export const drawing: { hasFailed: boolean } = { hasFailed: false };

/** Whether WebCodecs may take MediaSource's place on this page and this device. */
export function isDrawingWanted(): boolean {
  if (drawing.hasFailed) return false;
  try {
    const choice = localStorage.getItem(choiceKey);
    return (choice === 'on' || (choice !== 'off' && drawingPolicy.isDefault)) && faultsHere() < drawingPolicy.maxFaults;
  } catch {
    return drawingPolicy.isDefault;
  }
}

/**
 * WebCodecs has failed: this page leaves it alone.
 * @param isItsOwn pictures came, and it did not show them: the device remembers that
 */
export function rememberFault(isItsOwn: boolean): void {
  drawing.hasFailed = true;
  if (!isItsOwn) return;
  try {
    localStorage.setItem(faultsKey, `${faultsHere() + 1} ${navigator.userAgent}`);
  } catch {
    // The page may not store anything.
  }
}

function faultsHere(): number {
  const [count, ...browser] = (localStorage.getItem(faultsKey) ?? '').split(' ');
  return browser.join(' ') === navigator.userAgent ? Number(count) : 0;
}
