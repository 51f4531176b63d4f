import { errorText, WatchpostError } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { showToast } from '../../shared/ui/toast.ts';
import type { SignInDialog, SignInTopic } from './session-dialogs.tsx';

// Few people read them: they come when somebody asks, not with the first screen.
const load = async (): Promise<ComponentType<ComponentProps<typeof SignInDialog>>> => (await import('./session-dialogs.tsx')).SignInDialog;

/** How to open a dialog of sign-in, and the dialog while it is open. */
export function useTopic(): { readonly open: (topic: SignInTopic) => void; readonly preload: () => void; readonly dialog: ReactNode } {
  const [opened, setOpened] = useState<{ readonly topic: SignInTopic; readonly Shown: Awaited<ReturnType<typeof load>> } | null>(null);
  return {
    open: (topic) =>
      void load().then(
        (Shown) => setOpened({ topic, Shown }),
        () => showToast('error', errorText(new WatchpostError('network'), currentLocale()), { id: 'topic' }),
      ),
    preload: () => void load().catch(() => undefined),
    dialog: opened ? <opened.Shown topic={opened.topic} onClose={() => setOpened(null)} /> : null,
  };
}
