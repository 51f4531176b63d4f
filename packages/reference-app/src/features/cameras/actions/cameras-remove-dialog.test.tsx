// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { buildCamera } from '@watchpost/sdk-core/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetApp, renderApp } from '../../../shared/testing/render-app.tsx';
import type { RenderedApp } from '../../../shared/testing/render-app.tsx';
import { RemoveDialog } from './cameras-remove-dialog.tsx';

afterEach(forgetApp);

const removeCamera = { method: 'DELETE', path: '/public/api/v2/cameraphone/cameras/{id}' } as const;
const camera = buildCamera({ id: 'door', title: 'Door' });

async function open(): Promise<RenderedApp & { readonly onRemoved: () => void }> {
  const onRemoved = vi.fn<() => void>();
  const app = await renderApp(<RemoveDialog camera={camera} onClose={() => undefined} onRemoved={onRemoved} />, {
    email: 'anna@example.com',
  });
  app.server.cameras = [camera];
  return { ...app, onRemoved };
}
/** Presses twice before the button can show that it is busy. */
const pressTwice = (): void => {
  const button = screen.getByRole('button', { name: 'Remove camera' });
  act(() => {
    fireEvent.click(button);
    fireEvent.click(button);
  });
};

test('two presses at once are one removal', async () => {
  const { server, onRemoved } = await open();
  pressTwice();
  await waitFor(() => expect(server.cameras).toEqual([]));
  expect(server.requestsTo(removeCamera)).toHaveLength(1);
  await screen.findByText('Door is removed');
  expect(onRemoved).toHaveBeenCalledOnce();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('after a failure another press tries again', async () => {
  const { server, onRemoved } = await open();
  server.answerNext(removeCamera, 'unavailable');
  pressTwice();
  await screen.findByRole('alert');
  expect(server.requestsTo(removeCamera)).toHaveLength(1);
  expect(onRemoved).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Remove camera' }));
  await waitFor(() => expect(onRemoved).toHaveBeenCalledOnce());
  expect(server.requestsTo(removeCamera)).toHaveLength(2);
});
