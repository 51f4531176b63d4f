import type { ToastKind } from '@watchpost/widgets/primitives';

export interface ToastOptions {
  /** Toasts of one id replace each other, so that one cause never fills the corner. */
  readonly id?: string | undefined;
  readonly text?: string | undefined;
  readonly action?: { readonly label: string; readonly onAction: () => void } | undefined;
  /** What it is about: a press on the toast opens the camera at the time, Unix milliseconds. */
  readonly camera?: { readonly cameraId: string; readonly at: number } | undefined;
}

export interface Toast {
  readonly kind: ToastKind;
  readonly title: string;
  readonly options: ToastOptions;
}

/** Of all toasts at once (specification 1, section 9). */
export const maximumToasts = 5;

type OpenCamera = (cameraId: string, at: number) => void;

let openCamera: OpenCamera | null = null;
/** Puts a toast on the screen; its code comes after the first screen. */
let present: ((toast: Toast) => void) | null = null;
let waiting: Toast[] = [];

/**
 * Names what opens a camera at a time when somebody presses a toast.
 * @returns forgets it
 */
export function onOpenCamera(open: OpenCamera): () => void {
  openCamera = open;
  return () => {
    if (openCamera === open) openCamera = null;
  };
}

export function openCameraOf({ camera }: ToastOptions): void {
  if (camera) openCamera?.(camera.cameraId, camera.at);
}

/**
 * Shows a toast in the corner.
 * @example showToast('success', t('share.copied'), { text: t('share.until', { date }) })
 */
export function showToast(kind: ToastKind, title: string, options: ToastOptions = {}): void {
  const toast = { kind, title, options };
  if (present) present(toast);
  else waiting = [...waiting, toast].slice(-maximumToasts);
}

/**
 * Tells the place where toasts appear about each, first about those that came before it.
 * @returns forgets it
 */
export function onToast(show: (toast: Toast) => void): () => void {
  present = show;
  for (const toast of waiting.splice(0)) show(toast);
  return () => {
    if (present === show) present = null;
  };
}
