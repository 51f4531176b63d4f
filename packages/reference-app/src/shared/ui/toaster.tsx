import { ToastCard, useLabels } from '@watchpost/widgets/primitives';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Toaster as SonnerToaster, toast } from 'sonner';
import 'sonner/dist/styles.css';
import { maxToasts, onToast, openCameraOf } from './toast.ts';
import type { Toast } from './toast.ts';
import './toast.css';
import { useToastTime } from './use-toast-time.ts';

/** Milliseconds. Errors and toasts with an action stay longer. */
const durationsMs = { short: 5000, long: 8000 } as const;

/** Ids of the visible toasts, the oldest first. */
const shown: string[] = [];
let count = 0;

function present(next: Toast): void {
  count += 1;
  const id = next.options.id ?? `toast-${count}`;
  forget(id);
  shown.push(id);
  // Removes the oldest, because sonner would only hide it.
  for (const old of shown.splice(0, Math.max(0, shown.length - maxToasts))) toast.dismiss(old);
  // The key restarts the time of a toast that replaces another.
  toast.custom(() => <ShownToast key={count} id={id} {...next} />, {
    id,
    duration: Infinity,
    onDismiss: () => forget(id),
  });
}

function forget(id: string): void {
  const at = shown.indexOf(id);
  if (at >= 0) shown.splice(at, 1);
}

function ShownToast({ id, kind, title, options }: Toast & { readonly id: string }): ReactNode {
  const { text, action, camera } = options;
  const element = useRef<HTMLDivElement>(null);
  const close = (): void => {
    forget(id);
    toast.dismiss(id);
  };
  const long = kind === 'error' || kind === 'warning' || action !== undefined || camera !== undefined;
  useToastTime(element, long ? durationsMs.long : durationsMs.short, close);
  return (
    <div ref={element} className="toast-place">
      <ToastCard
        kind={kind}
        title={title}
        text={text}
        action={
          action && {
            label: action.label,
            onAction: () => {
              close();
              action.onAction();
            },
          }
        }
        onOpen={
          camera &&
          (() => {
            close();
            openCameraOf(options);
          })
        }
        onClose={close}
      />
    </div>
  );
}

/** Container of the toasts: at most five, bottom right, announced by screen readers, closed by their button, a swipe or a timeout, never by a click. */
export function Toaster(): ReactNode {
  const label = useLabels();
  useEffect(() => onToast(present), []);
  return (
    <SonnerToaster
      position="bottom-right"
      containerAriaLabel={label('notifications')}
      visibleToasts={maxToasts}
      expand
      gap={8}
      offset={24}
      mobileOffset={{ bottom: 96, left: 16, right: 16 }}
      swipeDirections={['right', 'bottom']}
    />
  );
}
