import type { ToastKind } from '@watchpost/widgets/primitives';

export interface ToastOptions {
  /** Toasts with the same id replace each other, so that one cause never fills the corner. */
  readonly id?: string | undefined;
  readonly text?: string | undefined;
  readonly action?: { readonly label: string; readonly onAction: () => void } | undefined;
  /** A press on the toast opens this camera at this time, Unix milliseconds. */
  readonly camera?: { readonly cameraId: string; readonly at: number } | undefined;
}

export interface Toast {
  readonly kind: ToastKind;
  readonly title: string;
  readonly options: ToastOptions;
}

/** Maximum number of visible toasts (specification 1, section 9). */
export const maxToasts = 5;

type OpenCamera = (cameraId: string, at: number) => void;

let openCamera: OpenCamera | null = null;
/** Shows a toast; its code loads after the first screen. */
let present: ((toast: Toast) => void) | null = null;
let waiting: Toast[] = [];

/**
 * Registers the function that opens a camera at a time when the user presses a toast.
 * @returns unregisters it
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
  else waiting = [...waiting, toast].slice(-maxToasts);
}

/**
 * Subscribes to toasts, beginning with those that were created before.
 * @returns unsubscribes
 */
export function onToast(show: (toast: Toast) => void): () => void {
  present = show;
  for (const toast of waiting.splice(0)) show(toast);
  return () => {
    if (present === show) present = null;
  };
}
