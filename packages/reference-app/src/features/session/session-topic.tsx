import { generalErrorText, WatchpostError } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { currentLocale, withTexts } from '../../shared/i18n/i18n.ts';
import { showToast } from '../../shared/ui/toast.ts';
import type { SignInDialog, SignInTopic } from './session-dialogs.tsx';

// Few users read these dialogs, so they load on request.
const load = async (): Promise<ComponentType<ComponentProps<typeof SignInDialog>>> =>
  (await withTexts(() => import('./session-dialogs.tsx'))).SignInDialog;

/** Returns the open dialog of sign-in and a function to open one. */
export function useTopic(): { readonly open: (topic: SignInTopic) => void; readonly preload: () => void; readonly dialog: ReactNode } {
  const [opened, setOpened] = useState<{ readonly topic: SignInTopic; readonly Shown: Awaited<ReturnType<typeof load>> } | null>(null);
  return {
    open: (topic) =>
      void load().then(
        (Shown) => setOpened({ topic, Shown }),
        () => showToast('error', generalErrorText(new WatchpostError('network'), currentLocale()), { id: 'topic' }),
      ),
    preload: () => void load().catch(() => undefined),
    dialog: opened ? <opened.Shown topic={opened.topic} onClose={() => setOpened(null)} /> : null,
  };
}
