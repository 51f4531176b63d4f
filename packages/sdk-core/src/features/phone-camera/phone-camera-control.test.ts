import { cameraAnswersTopic, cameraCommandsTopic } from '@watchpost/contract/protocols/control';
import type { AnswerMessage } from '@watchpost/contract/protocols/control';
import { deviceStateSchema, readSettingsCommand, writeSettingsCommand } from '@watchpost/contract/schemas/camera-settings';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { createMemoryStorage } from '../../kernel/memory-ports.ts';
import { createFakeClock } from '../../testing/index.ts';
import { encodePublish } from '../../kernel/mqtt/mqtt-codec.ts';
import { phoneCommands, phoneState, readPhoneChange } from './phone-camera-commands.ts';
import { createPhoneCamera } from './phone-camera-create.ts';
import { firstSettings } from './phone-camera-store.ts';
import { createFakePhoneServer } from './testing/fake-phone-server.ts';
import { createFakePhone } from './testing/fake-phone.ts';

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

/** A filming phone with an open control channel. */
async function filming() {
  const storage = createMemoryStorage();
  storage.set('phone-camera', JSON.stringify({ cameraId: 'cam1', agentToken: 'agent-token-1', title: 'Hall', isOn: true }));
  const [clock, phoneServer, device] = [createFakeClock(), createFakePhoneServer(), createFakePhone()];
  const camera = createPhoneCamera({
    device,
    baseUrl: 'https://watchpost.test',
    storage,
    clock,
    webSocket: phoneServer.webSocket,
    random: () => 1,
  });
  closers.push(camera.dispose);
  await clock.settle();
  phoneServer.welcome();
  const open = () => {
    const end = phoneServer.reports().at(-1);
    end?.open();
    end?.sendBytes(Uint8Array.of(0x20, 2, 0, 0));
    return end;
  };
  const end = open();
  let sent = 0;
  const ask = async (name: string, parameters: unknown): Promise<AnswerMessage | null> => {
    const id = `command-${(sent += 1)}`;
    end?.sendBytes(encodePublish(cameraCommandsTopic('cam1'), JSON.stringify({ type: 'command', id, name, parameters })));
    await clock.settle();
    const answer = (end?.packets ?? [])
      .map((bytes) => new TextDecoder().decode(bytes))
      .findLast((text) => text.includes(cameraAnswersTopic('cam1')) && text.includes(id));
    return answer === undefined ? null : JSON.parse(answer.slice(answer.indexOf('{')));
  };
  return { clock, phoneServer, device, camera, end, ask, open };
}
const settingsOf = (answer: AnswerMessage | null): unknown =>
  answer?.type === 'result' ? deviceStateSchema.parse(answer.result).settings : answer;

describe('remote control by the phone’s owner', () => {
  test('uses the contract’s names', () => {
    expect(phoneCommands).toEqual([readSettingsCommand.name, writeSettingsCommand.name]);
  });

  test('reads what this phone supports', async () => {
    const { ask, device } = await filming();
    expect(settingsOf(await ask('settings.read', {}))).toEqual({ lens: 'rear', isMicrophoneOn: true, isFlashlightOn: false });
    device.setNetwork('wifi');
    expect(settingsOf(await ask('settings.read', {}))).toEqual({
      lens: 'rear',
      isMicrophoneOn: true,
      isFlashlightOn: false,
      isWiFiOnly: false,
    });
  });

  test('changes lens, light and microphone, and returns the resulting state', async () => {
    const { ask, device, camera } = await filming();
    expect(settingsOf(await ask('settings.write', { isFlashlightOn: true }))).toMatchObject({ isFlashlightOn: true });
    expect(device.captures[0]?.torch).toBe(true);
    // The front lens has no light, so the setting disappears.
    expect(settingsOf(await ask('settings.write', { lens: 'front', isMicrophoneOn: false }))).toEqual({
      lens: 'front',
      isMicrophoneOn: false,
    });
    expect(device.captures.at(-1)).toMatchObject({ lens: 'front', withSound: false });
    expect(camera.settings.value).toMatchObject({ lens: 'front', withSound: false });
  });

  test('confirms Wi-Fi only before that ends the connection', async () => {
    const { ask, device, camera, clock, end } = await filming();
    device.setNetwork('cellular');
    expect(settingsOf(await ask('settings.write', { isWiFiOnly: true }))).toMatchObject({ isWiFiOnly: true });
    await clock.advance(0);
    expect([camera.state.value, end?.isClosed]).toEqual([{ kind: 'no-wifi' }, true]);
  });

  test.each([
    ['a setting that it lacks', 'settings.write', { nightVision: 'on' }],
    ['Wi-Fi only, where the browser does not report the network type,', 'settings.write', { isWiFiOnly: true }],
    ['an unknown lens', 'settings.write', { lens: 'side' }],
    ['an unknown command', 'camera.restart', {}],
  ])('%s is refused, and nothing changes', async (_, name, parameters) => {
    const { ask, camera } = await filming();
    expect(await ask(name, parameters)).toMatchObject({ type: 'failed', code: 'camera-unsupported' });
    expect(camera.settings.value).toEqual(firstSettings);
  });

  test('a refused or cut connection is retried, and sends the whole report again', async () => {
    const { clock, end, open, phoneServer } = await filming();
    end?.hangUp();
    await clock.advance(60_000);
    expect(phoneServer.reports().length).toBeGreaterThan(1);
    const packets = open()?.packets.map((bytes) => (bytes[0] ?? 0) >> 4);
    // Connect, subscribe, report, ping.
    expect(packets).toEqual([1, 8, 3, 12]);
  });

  test('whatever is requested, no setting takes a value that the phone does not support', () => {
    fc.assert(
      fc.property(fc.anything(), (parameters) => {
        const change = readPhoneChange(parameters, phoneState(firstSettings, { lens: 'rear', hasTorch: true, hasSound: true }, 'wifi'));
        if (change) expect(Object.keys({ ...firstSettings, ...change }).sort()).toEqual(Object.keys(firstSettings).sort());
      }),
    );
  });
});
