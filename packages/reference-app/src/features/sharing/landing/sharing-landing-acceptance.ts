import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../shared/client.tsx';
import { to } from '../../../shared/navigation/targets.ts';
import { useNavigateFromHere } from '../../../shared/navigation/use-is-leaving.ts';
import { showToast } from '../../../shared/ui/toast.ts';
import { isEnded, refusalOf } from './sharing-landing-model.ts';
import type { InvitedLanding, Refusal } from './sharing-landing-model.ts';
import { landingTexts } from './sharing-landing-texts.ts';

export interface Acceptance {
  readonly busy: 'adding' | 'joining' | null;
  /** Why the last attempt failed, or the question whether to replace. */
  readonly refusal: Refusal | null;
  /** Adds the cameras; asks first if the user has other access to some of them. */
  add(options?: { readonly replace: boolean }): Promise<void>;
  /** Makes this browser a guest. */
  watch(): Promise<void>;
  /** Forgets the last refusal. */
  reset(): void;
}

export interface AcceptanceOptions {
  readonly token: string;
  readonly landing: InvitedLanding;
  /** Loads again what the user has. */
  readonly reload: () => Promise<unknown>;
  /** Keeps the link's secret in memory, so that a guest can still add the cameras to an account. */
  readonly onGuest: (inviteId: string, token: string) => void;
}

/** Uses a link. Afterwards its address, which contains the secret, is no longer in the history. */
export function useAcceptance({ token, landing, reload, onGuest }: AcceptanceOptions): Acceptance {
  const { t } = useTranslation(landingTexts);
  const client = useClient();
  const cache = useQueryClient();
  const navigate = useNavigateFromHere();
  const [busy, setBusy] = useState<Acceptance['busy']>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { id } = landing.invitation;

  const run = async (what: 'adding' | 'joining', work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    setRefusal(null);
    try {
      await work();
    } catch (error) {
      const reason = what === 'adding' ? refusalOf(error) : isEnded(error) ? 'invalid' : 'failed';
      // Shown with what the user has by now: it changed since the page was loaded.
      if (reason === 'collision') await reload();
      setRefusal(reason);
    } finally {
      setBusy(null);
    }
  };

  return {
    busy,
    refusal,
    reset: () => setRefusal(null),
    async add({ replace } = { replace: false }) {
      if (!replace && landing.collisions.length > 0) return setRefusal('collision');
      await run('adding', async () => {
        const { added, replaced, unchanged } = await client.sharing.acceptInvite(id, { token, replace });
        void cache.invalidateQueries({ queryKey: ['cameras'] });
        const gained = [...added, ...replaced];
        const [first = unchanged[0], ...others] = gained;
        if (gained.length > 0) showToast('success', addedText(gained));
        await navigate(first === undefined || others.length > 0 ? to.Dashboard() : to.Camera(first), { replace: true });
      });
    },
    watch: () =>
      run('joining', async () => {
        await client.sharing.becomeGuest(token);
        onGuest(id, token);
        await navigate(to.Guest(id), { replace: true });
      }),
  };

  function addedText(cameraIds: readonly string[]): string {
    const only = cameraIds.length === 1 ? landing.cameras.find((camera) => camera.id === cameraIds[0]) : undefined;
    return only ? t('addedOne', { name: only.title }) : t('addedMany', { count: cameraIds.length });
  }
}
