// @vitest-environment jsdom
import { createElement, render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { memo } from './preact-react.ts';

test('a memo component renders again when a prop changes, appears or disappears, and not for equal props', () => {
  const seen: object[] = [];
  const Tile = memo<{ readonly place: number; readonly title?: string }>((props) => {
    seen.push({ ...props });
    return null;
  });
  const host = document.createElement('div');
  const show = (props: { readonly place: number; readonly title?: string }): void =>
    void act(() => render(createElement(Tile, props), host));
  show({ place: 1 });
  show({ place: 1 });
  expect(seen).toHaveLength(1);
  show({ place: 2 });
  show({ place: 2, title: 'Yard' });
  show({ place: 2 });
  show({ place: 2 });
  expect(seen.map((props) => ('title' in props ? props.title : 'none'))).toEqual(['none', 'none', 'Yard', 'none']);
});
