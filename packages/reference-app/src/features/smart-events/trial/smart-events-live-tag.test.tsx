// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { forgetApp, prepareApp, renderApp } from '../../../shared/testing/render-app.tsx';
import { StageLiveTag } from './smart-events-live-tag.tsx';

afterEach(forgetApp);
type OnState = (state: { readonly kind: string }) => void;

test('the tag is there while the picture is live', async () => {
  let follow: OnState = () => undefined;
  const subscribe = (onState: OnState): (() => void) => {
    follow = onState;
    return () => undefined;
  };
  const app = await prepareApp({ email: 'anna@example.com' });
  await renderApp(<StageLiveTag player={{ controller: { state: { subscribe } } }} />, { client: app.client, server: app.server });
  expect(screen.queryByText('LIVE')).toBeNull();
  act(() => follow({ kind: 'live' }));
  expect(screen.getByText('LIVE')).toBeTruthy();
  act(() => follow({ kind: 'paused' }));
  expect(screen.queryByText('LIVE')).toBeNull();
});
