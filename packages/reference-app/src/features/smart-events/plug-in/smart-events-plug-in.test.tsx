// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { buildCamera } from '@watchpost/sdk-core/testing';
import { afterEach, expect, test } from 'vitest';
import { forgetApp, prepareApp, renderApp } from '../../../shared/testing/render-app.tsx';
import { PlugInDetections } from './smart-events-plug-in.tsx';

afterEach(forgetApp);

const list = { method: 'GET', path: '/public/api/v3/cameras/{id}/plug-in-detections' } as const;
const update = { method: 'PATCH', path: '/public/api/v3/cameras/{id}/plug-in-detections/{type}' } as const;
const ready = { state: 'ready' } as const;

type PlugIn = Awaited<ReturnType<typeof prepareApp>>['server']['plugInDetections'];

async function open(detections: PlugIn) {
  const app = await prepareApp({ email: 'anna@example.com' });
  app.server.cameras = [buildCamera({ id: 'yard', title: 'Yard' })];
  app.server.plugInDetections = detections;
  await renderApp(<PlugInDetections cameraId="yard" />, { client: app.client, server: app.server });
  return app;
}

test('only what the detector finds is offered; the confidence is saved when the slider is released', async () => {
  const { server } = await open([{ type: 'fire', isEnabled: false, confidence: 0.6, engine: ready }]);
  const fire = await screen.findByRole('switch', { name: 'Fire' });
  expect(screen.getAllByRole('switch')).toHaveLength(1);
  expect(screen.queryByText(/glass|baby/i)).toBeNull();
  fireEvent.click(fire);
  const slider = await screen.findByRole('slider', { name: 'Confidence, Fire' });
  fireEvent.input(slider, { target: { value: '75' } });
  fireEvent.pointerUp(slider);
  await waitFor(() => expect(server.requestsTo(update).map(({ body }) => body)).toEqual([{ isEnabled: true }, { confidence: 0.75 }]));
});

test('a detector that finds nothing else is not mentioned', async () => {
  const { server } = await open([]);
  await waitFor(() => expect(server.requestsTo(list)).toHaveLength(1));
  expect(screen.queryByRole('heading')).toBeNull();
});

test('what fails says since when, why, and what to do, where it is enabled', async () => {
  const failing = { state: 'failing', reason: 'not-found', since: Date.UTC(2026, 0, 15, 9, 30) } as const;
  await open([
    { type: 'fire', isEnabled: true, confidence: 0.6, engine: failing },
    { type: 'babyCry', isEnabled: false, confidence: 0.6, engine: failing },
  ]);
  const notices = await screen.findAllByText(/^The detector has failed since .*\d/);
  expect(notices).toHaveLength(1);
  expect(notices[0]?.parentElement?.textContent).toContain('WATCHPOST_DETECTOR_FINDS');
});
