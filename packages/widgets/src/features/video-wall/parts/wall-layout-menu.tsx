import type { JSX, KeyboardEvent } from 'react';
import type { WallLayout } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import { useWall } from './wall-context.tsx';
import { LayoutIcon, WallIcon } from './wall-icons.tsx';
import { WallPopover } from './wall-popover.tsx';

const layouts: readonly WallLayout[] = ['auto', '1', '4', '6', '9', '16', '25'];

export function LayoutMenu(): JSX.Element {
  const { wall, t } = useWall();
  const { layout } = useValue(wall.arrangement);
  const nameOf = (name: WallLayout): string =>
    name === 'auto' ? t('auto') : name === '1' ? t('one') : name === '6' ? t('six') : t('upTo', { count: name });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const rows = [...event.currentTarget.querySelectorAll('button')];
    const at = rows.findIndex((row) => row.matches(':focus'));
    rows[(at + step + rows.length) % rows.length]?.focus();
  };
  return (
    <WallPopover
      label={t('layoutNow', { name: nameOf(layout) })}
      role="menu"
      look="wp-wall-button wp-wall-choice"
      button={
        <>
          <LayoutIcon layout={layout} />
          <span className="wp-wall-wide">{nameOf(layout)}</span>
          <WallIcon name="down" />
        </>
      }
    >
      {(close) => (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys of the rows, which have the focus
        <div className="wp-wall-rows" onKeyDown={onKeyDown}>
          {layouts.map((name) => (
            <button
              key={name}
              type="button"
              role="menuitemradio"
              aria-checked={name === layout}
              data-autofocus={name === layout ? true : undefined}
              className="wp-wall-row"
              onClick={() => {
                wall.setLayout(name);
                close();
              }}
            >
              <LayoutIcon layout={name} />
              <span className="wp-wall-grow">{nameOf(name)}</span>
              {name === layout && <WallIcon name="check" />}
            </button>
          ))}
        </div>
      )}
    </WallPopover>
  );
}
