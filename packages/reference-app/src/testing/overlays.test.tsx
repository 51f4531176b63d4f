// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { describeModal, describePopper } from '@watchpost/widgets/primitives/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { createAppAround } from './app-around.tsx';
import { overlays } from './overlays.tsx';

const around = await createAppAround('anna@example.com');
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

for (const overlay of overlays) {
  const name = `${overlay.name} (${overlay.file})`;
  if (overlay.kind === 'modal')
    describeModal(name, { render: overlay.render, around, ready: () => act(async () => undefined), ...overlay.rules });
  else {
    describePopper(name, {
      render: overlay.render,
      around,
      trigger: () => {
        const button = document.querySelector<HTMLElement>('button[aria-expanded]');
        if (!button) throw new Error(`${name} has no button with aria-expanded.`);
        return button;
      },
    });
  }
}

/** Matches sources that show a modal or a popper, and so have to be in the list. */
const shows = /<(?:Dialog|ConfirmDialog|FormDialog|Modal|Sheet|Popper|Menu|Tooltip|dialog)[\s>]|\.showModal\(|\.showPopover\(|popover="/;
/** Built from Modal; the sources that show them are in the list. */
const buildingBlocks = new Set(['shell/modal/sheet.tsx', 'features/developers/parts/developers-form-dialog.tsx']);

/** Sources by path. */
const app = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true });

function showing(sources: Readonly<Record<string, string>>, except: RegExp): string[] {
  return Object.entries(sources).flatMap(([path, text]) =>
    !/\.test\.tsx$|\/testing\/|^\.\/[^/]*$/.test(path) && !except.test(path) && shows.test(text) ? [path.replace(/^[./]+/, '')] : [],
  );
}

describe('every modal and popper runs the suite', () => {
  test('of the app', () => {
    expect(Object.keys(app).length).toBeGreaterThan(50);
    const found = showing(app, /\/dev-gallery\//).filter((file) => !buildingBlocks.has(file));
    expect(found.toSorted()).toEqual([...new Set(overlays.map(({ file }) => file))].toSorted());
  });
  test.each([
    ['<Dialog title="x">', true],
    ['<ConfirmDialog\n  danger', true],
    ['<dialog ref={x}>', true],
    ['element.showModal()', true],
    ['<Menu label="x" />', true],
    ['<MenuList label="x" />', false],
    ['import { Dialog } from', false],
  ])('%s is detected: %s', (text, expected) => {
    expect(shows.test(text)).toBe(expected);
  });
});
