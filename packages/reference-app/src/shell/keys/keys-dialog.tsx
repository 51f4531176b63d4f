import type { PlayerShortcut } from '@watchpost/widgets/react';
import { Fragment, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { hasPlayerKeys, keysOf } from './keys-model.ts';
import type { KeyGroup } from './keys-model.ts';
import { keysTexts } from './keys-texts.ts';
import { isMacKeyboard } from './shell-key.ts';
import './keys.css';

interface Line {
  readonly text: string;
  /** Alternatives, each one or more keys pressed together. */
  readonly keys: readonly (readonly string[])[];
}

/** Lists the keys of the current screen, and of its player if it has one. */
export function KeysDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation(keysTexts);
  const { pathname } = useLocation();
  const player = usePlayerShortcuts(hasPlayerKeys(pathname));
  const list = (name: 'player' | KeyGroup['name'], lines: readonly Line[]): ReactNode => (
    <section key={name} className="keys-group">
      <h3>{t(`groups.${name}`)}</h3>
      <dl>
        {lines.map(({ text, keys }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
  return (
    <Dialog title={t('title')} onClose={onClose}>
      {player.length === 0
        ? null
        : list(
            'player',
            player.map(({ text, keys }) => ({ text, keys: keys.map((key) => [key]) })),
          )}
      {keysOf(pathname, isMacKeyboard(navigator.userAgent)).map((group) =>
        list(
          group.name,
          group.rows.map(({ name, keys }) => ({ text: t(`rows.${name}`), keys })),
        ),
      )}
    </Dialog>
  );
}

/** Returns the player's shortcuts; its code is loaded wherever there is a player. */
function usePlayerShortcuts(isWanted: boolean): readonly PlayerShortcut[] {
  const [shortcuts, setShortcuts] = useState<readonly PlayerShortcut[]>([]);
  const locale = currentLocale();
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    const load = async (): Promise<void> => {
      const { loadPlayerShortcuts } = await import('@watchpost/widgets/react');
      const loaded = await loadPlayerShortcuts(locale);
      if (!isGone) setShortcuts(loaded);
    };
    // Offline, the list omits them.
    load().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [isWanted, locale]);
  return shortcuts;
}

function Keys({ keys }: Pick<Line, 'keys'>): ReactNode {
  const { t } = useTranslation(keysTexts);
  return keys.map((together, index) => (
    <Fragment key={together.join('+')}>
      {index === 0 ? null : <span className="visually-hidden">{t('or')}</span>}
      <span className="keys-together">
        {together.map((key) => (
          <kbd key={key}>{key === 'Space' ? t('space') : key}</kbd>
        ))}
      </span>
    </Fragment>
  ));
}
