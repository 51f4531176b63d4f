import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { AppLocale } from '../../shared/i18n/i18n.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import en from '../../shared/i18n/texts/keys.en.json';
import ru from '../../shared/i18n/texts/keys.ru.json';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { keysOf } from './keys-model.ts';
import type { KeyRow } from './keys-model.ts';
import { isMacKeyboard } from './shell-key.ts';
import './keys.css';

/** They load with the dialog, not with the first screen. */
const texts: Readonly<Record<AppLocale, typeof en>> = { en, ru };

/** The keys of the current screen. */
export function KeysDialog({ onClose }: { onClose: () => void }): ReactNode {
  useTranslation();
  const { pathname } = useLocation();
  const { title, or, space, groups, rows } = texts[currentLocale()];
  return (
    <Dialog title={title} onClose={onClose}>
      {keysOf(pathname, isMacKeyboard(navigator.userAgent)).map((group) => (
        <section key={group.name} className="keys-group">
          <h3>{groups[group.name]}</h3>
          <dl>
            {group.rows.map((row) => (
              <div key={row.name}>
                <dt>{rows[row.name]}</dt>
                <dd>
                  <Keys row={row} or={or} space={space} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

function Keys({ row, or, space }: { row: KeyRow; or: string; space: string }): ReactNode {
  return row.keys.map((together, index) => (
    <Fragment key={together.join('+')}>
      {index === 0 ? null : <span className="visually-hidden">{or}</span>}
      <span className="keys-together">
        {together.map((key) => (
          <kbd key={key}>{key === 'Space' ? space : key}</kbd>
        ))}
      </span>
    </Fragment>
  ));
}
