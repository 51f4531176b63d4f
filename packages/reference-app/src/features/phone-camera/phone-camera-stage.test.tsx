// @vitest-environment jsdom
import { signal } from '@preact/signals-react';
import type { PhoneAbilities, PhoneBattery, PhoneCamera, PhoneCameraState, PhoneNetwork, PhoneSettings } from '@watchpost/sdk-core';
import { cleanup, fireEvent, screen } from '@testing-library/react';
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

/** A phone in a state, and what is asked of it. */
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

describe('a phone without a picture says why, and how to get one', () => {
  test.each([
    [{ kind: 'off' }, 'The camera is off', 'Start the camera', 'start'],
    [{ kind: 'elsewhere' }, 'The camera is open in another tab', 'Film here', 'start'],
    [{ kind: 'no-wifi' }, 'Waiting for Wi-Fi', 'Use the mobile network', '{"wifiOnly":false}'],
    [{ kind: 'failed', reason: 'refused' }, 'The camera is not allowed', 'Try again', 'start'],
    [{ kind: 'failed', reason: 'no-camera' }, 'No camera was found', 'Try again', 'start'],
    [{ kind: 'failed', reason: 'busy' }, 'The camera is in use', 'Try again', 'start'],
  ] as const)('%o', async (state, title, button, command) => {
    const { asked, press } = await shown(state);
    expect(heading()).toBe(title);
    press(button);
    expect(asked).toEqual([command]);
  });

  test.each([
    [{ kind: 'asleep' }, 'The camera rests'],
    [{ kind: 'removed' }, 'The camera was removed'],
    [{ kind: 'failed', reason: 'insecure' }, 'The address must begin with https'],
    [{ kind: 'failed', reason: 'unsupported' }, 'This browser can’t be a camera'],
  ] as const)('%o: nothing to press would help', async (state, title) => {
    await shown(state);
    expect(heading()).toBe(title);
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  test('a camera is forgotten only after a second press', async () => {
    const { asked, press } = await shown({ kind: 'off' });
    fireEvent.click(screen.getByText('Forget this camera'));
    expect(screen.getByText(/stops being the camera “Hall”/)).toBeTruthy();
    press('Forget');
    expect(asked).toEqual(['forget']);
  });
});

describe('a phone that films', () => {
  const filming = { kind: 'filming', link: 'live' } as const;
  test.each([
    [filming, 'Live'],
    [{ kind: 'filming', link: 'connecting' }, 'Connecting'],
    [{ kind: 'filming', link: 'waiting' }, 'No connection. It is tried again.'],
    [{ kind: 'opening' }, 'Opening the camera'],
  ] as const)('%o is told', async (state, words) => {
    await shown(state);
    expect([heading(), screen.getByRole('status').textContent]).toEqual(['Hall', words]);
  });

  test('lens, light, microphone and stop are within reach; a light only where there is one', async () => {
    const { asked, press } = await shown(filming, { abilities: { lens: 'rear', hasTorch: true, hasSound: true } });
    for (const name of ['Use the front camera', 'Turn the light on', 'Turn the microphone off', 'Stop the camera']) press(name);
    expect(asked).toEqual(['{"lens":"front"}', '{"withTorch":true}', '{"withSound":false}', 'stop']);
    cleanup();
    await shown(filming, { abilities: { lens: 'front', hasTorch: false, hasSound: false }, settings: { lens: 'front' } });
    expect(screen.queryByRole('button', { name: /light/ })).toBe(null);
    expect(screen.getByText(/^Without sound/)).toBeTruthy();
  });

  test('Wi-Fi only where the browser tells one network from the other, and the truth where it does not', async () => {
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
    expect(screen.getByText(/does not tell Wi-Fi from the mobile network/)).toBeTruthy();
    expect(screen.getByText(/If you lock the phone, the browser stops the camera/)).toBeTruthy();
  });
});
