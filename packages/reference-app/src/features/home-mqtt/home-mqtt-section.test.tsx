// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Camera } from '@watchpost/sdk-core';
import { buildCamera, buildGrant } from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import { afterEach, expect, test } from 'vitest';
import { prepareApp } from '../../shared/testing/render-app.tsx';
import { HomeMqttSection } from './home-mqtt-section.tsx';

afterEach(cleanup);

const path = '/public/api/v3/cameras/{id}/home-mqtt';
const getHomeMqtt = { method: 'GET', path } as const;
const updateHomeMqtt = { method: 'PATCH', path } as const;

async function shown(camera: Partial<Camera> = {}, prepare?: (server: FakeServer) => void): Promise<FakeServer> {
  const app = await prepareApp({ email: 'anna@example.com' });
  prepare?.(app.server);
  render(app.around(<HomeMqttSection camera={buildCamera({ id: 'camera-1', ...camera })} />));
  return app.server;
}
const find = (): Promise<HTMLElement> => screen.findByRole('switch', { name: /^Publish over MQTT/ });

test('the owner publishes a camera, and sees where, once the server has confirmed it', async () => {
  const server = await shown();
  const control = await find();
  expect(control.getAttribute('aria-checked')).toBe('false');
  expect(screen.queryByText('watchpost/camera-1/')).toBeNull();
  fireEvent.click(control);
  await screen.findByText('watchpost/camera-1/');
  expect(control.getAttribute('aria-checked')).toBe('true');
  expect([...server.homeMqttCameras]).toEqual(['camera-1']);
  fireEvent.click(control);
  await waitFor(() => expect(screen.queryByText('watchpost/camera-1/')).toBeNull());
  expect(server.homeMqttCameras.size).toBe(0);
});

test('a refusal is named, and the switch stays as it is', async () => {
  const server = await shown();
  const control = await find();
  server.answerNext(updateHomeMqtt, 'unavailable');
  fireEvent.click(control);
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Not saved\. ./);
  expect(control.getAttribute('aria-checked')).toBe('false');
});

test('nothing is shown on a server without a broker', async () => {
  const server = await shown({}, (one) => (one.homeMqttPrefix = null));
  await waitFor(() => expect(server.requestsTo(getHomeMqtt)).toHaveLength(1));
  expect(screen.queryByText('Home automation')).toBeNull();
});

test('users with full access are not asked: only the owner decides', async () => {
  const server = await shown({ isOwner: false, grant: buildGrant({ access: 'full' }) });
  expect(screen.queryByText('Home automation')).toBeNull();
  expect(server.requestsTo(getHomeMqtt)).toHaveLength(0);
});
