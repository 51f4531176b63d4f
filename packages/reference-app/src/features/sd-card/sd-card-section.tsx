import type { Camera } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import { SdCardDialog } from './sd-card-dialog.tsx';
import { useSdCard } from './sd-card-queries.ts';
import { text } from './sd-card-texts.ts';
import './sd-card.css';

const states = { installed: 'installed', 'not-installed': 'notInstalled', 'not-mounted': 'notMounted' } as const;

/** The card in a camera's settings; nothing for a camera without a card slot. */
export function SdCardSection({ camera }: { readonly camera: Camera }): ReactNode {
  useTranslation();
  const { data } = useSdCard(camera.id, camera.state === 'online');
  const [isOpen, setOpen] = useState(false);
  if (data?.support !== 'card') return null;
  const { card, recording, work } = data;
  const now = work?.state === 'running' ? text(work.kind === 'format' ? 'formatting' : 'erasing') : text(states[card.state]);
  return (
    <section className="sd-card-section" aria-labelledby="settings-sd-card">
      <div>
        <h2 id="settings-sd-card">{text('title')}</h2>
        <p className="dim">{card.state === 'installed' && !work ? `${now} · ${text(recording)}` : now}</p>
      </div>
      <Button onClick={() => setOpen(true)}>{text('setUp')}</Button>
      {/* Outside the settings' form: Enter in the dialog must not submit it. */}
      {isOpen ? createPortal(<SdCardDialog camera={camera} onClose={() => setOpen(false)} />, document.body) : null}
    </section>
  );
}
