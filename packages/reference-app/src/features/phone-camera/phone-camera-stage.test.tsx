// @vitest-environment jsdom
import { signal } from '@preact/signals-react';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { PhoneAbilities, PhoneBattery, PhoneCamera, PhoneCameraState, PhoneNetwork, PhoneSettings } from '@watchpost/sdk-core';
import { afterEach, describe, expect, test } from 'vitest';
import { renderApp } from '../../shared/testing/render-app.tsx';
import { PhoneStage } from './phone-camera-stage.tsx';

afterEach(cleanup);

interface Shown {
  readonly abilities?: PhoneAbilities | null;
  readonly battery?: PhoneBattery | null;
  readonly network?: PhoneNetwork;
  readonly settings?: Partial<PhoneSettings>;
}

/** Renders a phone in a state, and records the requested actions. */
async function shown(state: PhoneCameraState, { abilities = null, battery = null, network = 'unknown', settings = {} }: Shown = {}) {
  const asked: string[] = [];
  const camera: PhoneCamera = {
    state: signal(state),
    settings: signal<PhoneSettings>({ lens: 'rear', withSound: true, wifiOnly: false, withTorch: false, ...settings }),
    abilities: signal(abilities),
    battery: signal(battery),
    network: signal(network),
    title: signal<string | null>('Hall'),
    register: async () => undefined,
    start: () => void asked.push('start'),
    stop: () => void asked.push('stop'),
    set: (change) => void asked.push(JSON.stringify(change)),
    forget: () => void asked.push('forget'),
    dispose: () => undefined,
  };
  await renderApp(<PhoneStage phone={{ camera, device: { stream: signal(null) } }} />);
  const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
  return { asked, press };
}
const heading = (): string => screen.getByRole('heading', { level: 1 }).textContent ?? '';

describe('a phone without a picture explains why, and how to get one', () => {
  test.each([
    [{ kind: 'off' }, 'The camera is off', 'Start the camera', 'start'],
    [{ kind: 'elsewhere' }, 'The camera is open in another tab', 'Film here', 'start'],
    [{ kind: 'no-wifi' }, 'Waiting for Wi-Fi', 'Use the mobile network', '{"wifiOnly":false}'],
    [{ kind: 'failed', reason: 'refused' }, 'Camera access is blocked', 'Try again', 'start'],
    [{ kind: 'failed', reason: 'no-camera' }, 'No camera was found', 'Try again', 'start'],
    [{ kind: 'failed', reason: 'busy' }, 'The camera is in use', 'Try again', 'start'],
    [{ kind: 'failed', reason: 'blocked' }, 'Press to start', 'Start the camera', 'start'],
    [{ kind: 'failed', reason: 'unreadable' }, 'The server can’t read this picture', 'Try again', 'start'],
  ] as const)('%o: "%s"', async (state, title, button, command) => {
    const { asked, press } = await shown(state);
    expect(heading()).toBe(title);
    press(button);
    expect(asked).toEqual([command]);
  });

  test.each([
    [{ kind: 'asleep' }, 'The camera is paused'],
    [{ kind: 'removed' }, 'The camera was removed'],
    [{ kind: 'failed', reason: 'insecure' }, 'The address must begin with https'],
    [{ kind: 'failed', reason: 'unsupported' }, 'This browser can’t be a camera'],
  ] as const)('%o offers no button', async (state, title) => {
    await shown(state);
    expect(heading()).toBe(title);
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  test('the camera is removed only after a second press', async () => {
    const { asked, press } = await shown({ kind: 'off' });
    fireEvent.click(screen.getByText('Forget this camera'));
    expect(screen.getByText(/stops being the camera “Hall”/)).toBeTruthy();
    press('Forget');
    expect(asked).toEqual(['forget']);
  });
});

describe('a phone that is filming', () => {
  const filming = { kind: 'filming', link: 'live' } as const;
  test.each([
    [filming, 'LIVE'],
    [{ kind: 'filming', link: 'connecting' }, 'Connecting'],
    [{ kind: 'filming', link: 'waiting' }, 'No connection. Reconnecting…'],
    [{ kind: 'opening' }, 'Opening the camera'],
  ] as const)('%o is shown as "%s"', async (state, words) => {
    await shown(state);
    expect([heading(), screen.getByRole('status').textContent]).toEqual(['Hall', words]);
  });

  test('lens, light, microphone and stop are within reach; light only if the phone has one', async () => {
    const { asked, press } = await shown(filming, { abilities: { lens: 'rear', hasTorch: true, hasSound: true } });
    for (const name of ['Use the front camera', 'Turn the light on', 'Turn the microphone off', 'Stop the camera']) press(name);
    expect(asked).toEqual(['{"lens":"front"}', '{"withTorch":true}', '{"withSound":false}', 'stop']);
    cleanup();
    await shown(filming, { abilities: { lens: 'front', hasTorch: false, hasSound: false }, settings: { lens: 'front' } });
    expect(screen.queryByRole('button', { name: /light/ })).toBe(null);
    expect(screen.getByText(/^No sound/)).toBeTruthy();
  });

  test('Wi-Fi only is offered if the browser distinguishes networks, and otherwise explains that it does not', async () => {
    const { asked, press } = await shown(filming, { network: 'wifi', battery: { level: 0.5, isCharging: false } });
    press('Settings');
    fireEvent.click(screen.getByRole('switch'));
    expect(asked).toEqual(['{"wifiOnly":true}']);
    expect(screen.getByText('Battery 50 %. Plug in the charger.')).toBeTruthy();
    cleanup();
    const other = await shown(filming, { network: 'unknown', settings: { wifiOnly: true } });
    other.press('Settings');
    expect(screen.getByRole('switch')).toHaveProperty('disabled', true);
    expect(screen.getByRole('switch')).toHaveProperty('checked', false);
    expect(screen.getByText(/can’t distinguish Wi-Fi from the mobile network/)).toBeTruthy();
    expect(screen.getByText(/If you lock the phone, the browser stops the camera/)).toBeTruthy();
  });
});
