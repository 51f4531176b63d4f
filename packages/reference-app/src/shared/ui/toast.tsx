import { ToastCard, useLabels } from '@watchpost/widgets/primitives';
import type { ToastKind } from '@watchpost/widgets/primitives';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Toaster as SonnerToaster, toast } from 'sonner';
import 'sonner/dist/styles.css';
import './toast.css';
import { useToastTime } from './use-toast-time.ts';

export interface ToastOptions {
  /** Toasts of one id replace each other, so that one cause never fills the corner. */
  readonly id?: string | undefined;
  readonly text?: string | undefined;
  readonly action?: { readonly label: string; readonly onAction: () => void } | undefined;
  /** What it is about: a press on the toast opens the camera at the time, Unix milliseconds. */
  readonly camera?: { readonly cameraId: string; readonly at: number } | undefined;
}

type OpenCamera = (cameraId: string, at: number) => void;

/** Of all toasts at once (specification 1, section 9). */
export const maximumToasts = 5;
/** Milliseconds. What went wrong, and what can be pressed, stays longer. */
const duration = { short: 5000, long: 8000 } as const;

let openCamera: OpenCamera | null = null;
/** Ids of the toasts that are shown, the oldest first. */
const shown: string[] = [];
let count = 0;

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

/**
 * Shows a toast in the corner.
 * @example showToast('success', t('share.copied'), { text: t('share.until', { date }) })
 */
export function showToast(kind: ToastKind, title: string, options: ToastOptions = {}): void {
  count += 1;
  const id = options.id ?? `toast-${count}`;
  forget(id);
  shown.push(id);
  // The oldest goes; sonner alone would only hide it.
  for (const old of shown.splice(0, Math.max(0, shown.length - maximumToasts))) toast.dismiss(old);
  // The key: a toast that replaces another begins its time anew.
  toast.custom(() => <ShownToast key={count} id={id} kind={kind} title={title} options={options} />, {
    id,
    duration: Infinity,
    onDismiss: () => forget(id),
  });
}

function forget(id: string): void {
  const at = shown.indexOf(id);
  if (at >= 0) shown.splice(at, 1);
}

function ShownToast({ id, kind, title, options }: { id: string; kind: ToastKind; title: string; options: ToastOptions }): ReactNode {
  const { text, action, camera } = options;
  const element = useRef<HTMLDivElement>(null);
  const close = (): void => {
    forget(id);
    toast.dismiss(id);
  };
  const long = kind === 'error' || kind === 'warning' || action !== undefined || camera !== undefined;
  useToastTime(element, long ? duration.long : duration.short, close);
  return (
    <div ref={element} className="toast-place">
      <ToastCard
        kind={kind}
        title={title}
        text={text}
        action={action && {
          label: action.label,
          onAction: () => {
            close();
            action.onAction();
          },
        }}
        onOpen={camera && (() => {
          close();
          openCamera?.(camera.cameraId, camera.at);
        })}
        onClose={close}
      />
    </div>
  );
}

/** Where toasts appear: at most five, bottom right, said by screen readers, closed by their button, a swipe or their time, never by a click. */
export function Toaster(): ReactNode {
  const label = useLabels();
  return (
    <SonnerToaster
      position="bottom-right"
      containerAriaLabel={label('notifications')}
      visibleToasts={maximumToasts}
      expand
      gap={8}
      offset={24}
      mobileOffset={{ bottom: 96, left: 16, right: 16 }}
      swipeDirections={['right', 'bottom']}
    />
  );
}
