import { signal } from '@preact/signals-core';
import type { ClockPort, NetworkPort, StoragePort } from '../../kernel/ports.ts';
import type { Transport } from '../../kernel/transport.ts';
import { phoneState, readPhoneChange } from './phone-camera-commands.ts';
import type { PhoneCommand } from './phone-camera-commands.ts';
import { PhoneCameraError } from './phone-camera-error.ts';
import { createPhonePublisher } from './phone-camera-publisher.ts';
import type { PhonePublisher } from './phone-camera-publisher.ts';
import { registerPhone } from './phone-camera-registration.ts';
import { firstSettings, readKept, writeKept } from './phone-camera-store.ts';
import type { PhoneCredential } from './phone-camera-store.ts';
import type {
  PhoneAbilities,
  PhoneBattery,
  PhoneCamera,
  PhoneCameraState,
  PhoneCapture,
  PhoneDevice,
  PhoneFailure,
  PhoneNetwork,
  PhoneSettings,
  PhoneSocket,
} from './phone-camera-types.ts';

export interface PhoneMachineOptions {
  readonly device: PhoneDevice;
  readonly transport: Transport;
  readonly storage: StoragePort;
  readonly clock: ClockPort;
  readonly network: NetworkPort | null;
  readonly random: () => number;
  readonly webSocket: (url: string, protocols: string[]) => PhoneSocket;
}

/** Another program uses the camera, or the browser took it away while the page is visible: time before the next attempt, ms. */
const retryDelayMs = 3000;
/** A browser whose video the server can't decode will hardly do better soon, ms. */
const unreadableRetryDelayMs = 60_000;
/** Once in this time, a fresh encoder may be all that it takes, ms. */
const unreadableWindowMs = 300_000;

export function createPhoneMachine({
  device,
  transport,
  storage,
  clock,
  network: hints,
  random,
  webSocket,
}: PhoneMachineOptions): PhoneCamera {
  const kept = readKept(storage);
  let credential: PhoneCredential | null = kept.credential;
  let isOn = kept.isOn;
  let isVisible = true;
  let capture: PhoneCapture | null = null;
  let publisher: PhonePublisher | null = null;
  /** Incremented by whatever ends an attempt to open the camera: a camera that an older attempt opens is closed again. */
  let generation = 0;
  let isOpening = false;
  let stopAwake: (() => void) | null = null;
  let cancelRetry = (): void => undefined;
  let unreadableAt = Number.NEGATIVE_INFINITY;
  const state = signal<PhoneCameraState>({ kind: credential ? 'off' : 'new' });
  const settings = signal<PhoneSettings>(kept.settings);
  const abilities = signal<PhoneAbilities | null>(null);
  const battery = signal<PhoneBattery | null>(null);
  const network = signal<PhoneNetwork>('unknown');
  const title = signal<string | null>(credential?.title ?? null);

  const keep = (): void => writeKept(storage, { credential, settings: settings.peek(), isOn });
  const closeCapture = (): void => {
    generation += 1;
    isOpening = false;
    cancelRetry();
    capture?.close();
    capture = null;
    abilities.value = null;
  };
  const closeAll = (): void => {
    closeCapture();
    publisher?.close();
    publisher = null;
    stopAwake?.();
    stopAwake = null;
  };

  /** Starts or stops what the current state requires. */
  const follow = (): void => {
    if (!credential || !isOn) {
      closeAll();
      if (credential) state.value = { kind: 'off' };
      else if (state.peek().kind !== 'removed') state.value = { kind: 'new' };
      return;
    }
    if (settings.peek().wifiOnly && network.peek() === 'cellular') {
      closeAll();
      state.value = { kind: 'no-wifi' };
      return;
    }
    if (!capture && !isOpening) void open(credential);
  };

  const open = async (known: PhoneCredential): Promise<void> => {
    closeCapture();
    const mine = generation;
    isOpening = true;
    if (!publisher) state.value = { kind: 'opening' };
    try {
      const unfit = await device.unfit();
      if (unfit) throw new PhoneCameraError(unfit);
      const { lens, withSound } = settings.peek();
      const opened = await device.open({ lens, withSound });
      if (generation !== mine) return opened.close();
      isOpening = false;
      begin(opened, known);
    } catch (error) {
      if (generation === mine) fail(error instanceof PhoneCameraError ? error.reason : 'busy');
    }
  };

  const begin = (opened: PhoneCapture, known: PhoneCredential): void => {
    capture = opened;
    abilities.value = opened.abilities;
    stopAwake ??= device.keepAwake();
    opened.onLost((reason) => capture === opened && (reason ? fail(reason) : lose()));
    void lightUp(opened);
    if (!publisher) {
      publisher = createPhonePublisher({
        baseUrl: transport.baseUrl,
        credential: known,
        clock,
        network: hints,
        random,
        webSocket,
        onState: (link) => {
          state.value = { kind: 'filming', link };
        },
        answer,
        onUnreadable,
        onEnded: (reason) => {
          if (reason === 'replaced') return leave();
          credential = null;
          isOn = false;
          title.value = null;
          state.value = { kind: 'removed' };
          keep();
          follow();
        },
      });
      publisher.setBattery(battery.peek());
    }
    publisher.show(opened);
  };
  const lightUp = async (opened: PhoneCapture): Promise<void> => {
    if (!opened.abilities.hasTorch) return;
    try {
      await opened.setTorch(settings.peek().withTorch);
    } catch {
      // A light that fails to turn on is shown as off.
      settings.value = { ...settings.peek(), withTorch: false };
    }
  };

  /** Leaves the stored state as the other tab wrote it. */
  const leave = (): void => {
    isOn = false;
    closeAll();
    state.value = { kind: 'elsewhere' };
  };
  const fail = (reason: PhoneFailure): void => {
    closeAll();
    state.value = { kind: 'failed', reason };
    if (reason === 'busy') retry();
    if (reason === 'unreadable') retry(unreadableRetryDelayMs);
  };
  const retry = (delayMs = retryDelayMs): void => {
    cancelRetry = clock.after(delayMs, follow);
  };
  const lose = (): void => {
    closeAll();
    state.value = { kind: isVisible ? 'opening' : 'asleep' };
    if (isVisible) retry();
  };

  const onUnreadable = (): void => {
    const isAgain = clock.monotonic() - unreadableAt < unreadableWindowMs;
    unreadableAt = clock.monotonic();
    if (isAgain) fail('unreadable');
    else lose();
  };

  /** Resolves when the change is in effect: another lens once it is open. */
  const set = async (change: Partial<PhoneSettings>): Promise<void> => {
    const before = settings.peek();
    const next = { ...before, ...change };
    settings.value = next;
    keep();
    const isOther = next.lens !== before.lens || next.withSound !== before.withSound;
    if (credential && isOther && (capture || isOpening)) await open(credential);
    else if (next.withTorch !== before.withTorch && capture) await lightUp(capture);
    if (next.wifiOnly !== before.wifiOnly) follow();
  };
  /** Executes a remote command from the control channel. */
  const answer = async (command: PhoneCommand, parameters: unknown): Promise<object | null> => {
    const reported = phoneState(settings.peek(), abilities.peek(), network.peek());
    if (command === 'settings.read') return reported;
    const change = readPhoneChange(parameters, reported);
    if (!change) return null;
    const { wifiOnly = settings.peek().wifiOnly, ...others } = change;
    await set(others);
    // On the mobile network this ends the connection: the answer has to be sent first.
    clock.after(0, () => void set({ wifiOnly }));
    return phoneState({ ...settings.peek(), wifiOnly }, abilities.peek(), network.peek());
  };

  const forgetters = [
    device.watchVisible((visible) => {
      isVisible = visible;
      if (visible && state.peek().kind === 'asleep') follow();
    }),
    device.watchBattery((next) => {
      battery.value = next;
      publisher?.setBattery(next);
    }),
    device.watchNetwork((next) => {
      network.value = next;
      // A change of the network alone must not prompt the user for the camera again.
      if (capture || isOpening || state.peek().kind === 'no-wifi') follow();
    }),
  ];
  follow();

  return {
    state,
    settings,
    abilities,
    battery,
    network,
    title,
    register: async (registrationToken, phone = {}) => {
      device.onPress?.(settings.peek());
      const unfit = await device.unfit();
      if (unfit) throw new PhoneCameraError(unfit);
      closeAll();
      const mine = generation;
      const { lens, withSound } = settings.peek();
      let opened: PhoneCapture | null = null;
      try {
        opened = await device.open({ lens, withSound });
        credential = await registerPhone(transport, registrationToken, await phone);
      } catch (error) {
        opened?.close();
        // The previous registration stays in place.
        follow();
        throw error;
      }
      title.value = credential.title;
      isOn = true;
      keep();
      if (generation === mine) begin(opened, credential);
      else opened.close();
    },
    start: () => {
      device.onPress?.(settings.peek());
      isOn = credential !== null;
      keep();
      follow();
    },
    stop: () => {
      isOn = false;
      keep();
      follow();
    },
    set: (change) => {
      device.onPress?.({ ...settings.peek(), ...change });
      void set(change);
    },
    forget: () => {
      credential = null;
      isOn = false;
      title.value = null;
      settings.value = firstSettings;
      state.value = { kind: 'new' };
      keep();
      follow();
    },
    dispose: () => {
      for (const forget of forgetters) forget();
      closeAll();
    },
  };
}
