import { mqttSocket } from '@watchpost/contract/endpoints/events';
import {
  answerIntervalMs,
  cameraAnswersTopic,
  cameraCommandsTopic,
  cameraReportTopic,
  cameraUsername,
} from '@watchpost/contract/protocols/control';
import type { AnswerMessage, CameraReport, CommandMessage } from '@watchpost/contract/protocols/control';
import { backOffDelay } from '@watchpost/contract/timing/back-off';
import { createPacketReader, encodeConnect, encodePing, encodePublish, encodeSubscribe } from '../../kernel/mqtt/mqtt-codec.ts';
import type { ClockPort } from '../../kernel/ports.ts';
import { randomUuid } from '../../kernel/random.ts';
import { createTimers } from '../../kernel/timing/timers.ts';
import { phoneCommands } from './phone-camera-commands.ts';
import type { PhoneCommand } from './phone-camera-commands.ts';
import type { PhoneCredential } from './phone-camera-store.ts';
import type { PhoneBattery, PhoneSocket } from './phone-camera-types.ts';

export interface PhoneControlOptions {
  readonly baseUrl: string;
  readonly credential: PhoneCredential;
  readonly webSocket: (url: string, protocols: string[]) => PhoneSocket;
  readonly clock: ClockPort;
  readonly random: () => number;
  /** Executes a command of the owner. @returns its result; null if this phone doesn't support it */
  readonly answer: (command: PhoneCommand, parameters: unknown) => Promise<object | null>;
}

/** The phone's end of the control protocol: reports the battery and executes the owner's commands. */
export interface PhoneControl {
  setBattery(battery: PhoneBattery | null): void;
  close(): void;
}

/** Milliseconds. */
const pingIntervalMs = 20_000;
const reportIntervalMs = 60_000;
const beatEvery = answerIntervalMs / 2;
const retryLimits = { minMs: 2000, maxMs: 31_000, floorMs: 1000 };
const keepAliveSeconds = 60;

export function createPhoneControl({
  baseUrl,
  credential: { cameraId, agentToken },
  webSocket,
  clock,
  random,
  answer,
}: PhoneControlOptions): PhoneControl {
  const url = (baseUrl + mqttSocket.path).replace(/^http/, 'ws');
  let socket: PhoneSocket | null = null;
  let isOpen = false;
  let hasReceived = false;
  let attempt = 0;
  let battery: PhoneBattery | null = null;
  const { later, cancelAll } = createTimers(clock);

  const clear = (): void => {
    cancelAll();
    isOpen = false;
    const old = socket;
    socket = null;
    old?.close();
  };
  const report = (): void => {
    const message: CameraReport = { commands: phoneCommands, firmwareVersion: null, appVersion: null, battery, signal: null };
    if (isOpen) socket?.send(encodePublish(cameraReportTopic(cameraId), JSON.stringify(message)));
  };
  const reportAgain = (): void => {
    report();
    later(reportIntervalMs, reportAgain);
  };
  /** A missed report does little harm: the picture has its own connection. */
  const onConnectionLost = (): void => {
    clear();
    later(backOffDelay(attempt, random(), retryLimits), connect);
    attempt += 1;
  };
  const keepAlive = (): void => {
    hasReceived = false;
    socket?.send(encodePing());
    later(pingIntervalMs, () => (hasReceived ? keepAlive() : onConnectionLost()));
  };

  function connect(): void {
    clear();
    const fresh = webSocket(url, ['mqtt']);
    const read = createPacketReader();
    socket = fresh;
    fresh.binaryType = 'arraybuffer';
    const isCurrent = (): boolean => socket === fresh;
    fresh.addEventListener(
      'open',
      () =>
        isCurrent() &&
        fresh.send(encodeConnect({ clientId: randomUuid(), username: cameraUsername, password: agentToken }, keepAliveSeconds)),
    );
    fresh.addEventListener('message', ({ data }) => {
      if (!isCurrent() || !(data instanceof ArrayBuffer)) return;
      hasReceived = true;
      try {
        for (const packet of read(new Uint8Array(data))) {
          if (packet.type === 'connected') open(packet.code);
          if (packet.type === 'message') void execute(packet.payload, isCurrent);
        }
      } catch {
        onConnectionLost();
      }
    });
    fresh.addEventListener('close', () => isCurrent() && onConnectionLost());
    fresh.addEventListener('error', () => isCurrent() && onConnectionLost());
  }

  function open(code: number): void {
    if (code !== 0) return onConnectionLost();
    isOpen = true;
    attempt = 0;
    socket?.send(encodeSubscribe(1, [cameraCommandsTopic(cameraId)]));
    reportAgain();
    keepAlive();
  }

  async function execute(payload: string, isCurrent: () => boolean): Promise<void> {
    const command = readCommand(payload);
    // A phone executes commands immediately, so cancellation has no effect.
    if (!command) return;
    const reply = (message: AnswerMessage): void => {
      if (isCurrent()) socket?.send(encodePublish(cameraAnswersTopic(cameraId), JSON.stringify(message)));
    };
    const { id, name, parameters } = command;
    const known = phoneCommands.find((each) => each === name);
    let cancelBeat = (): void => undefined;
    // Opening another lens may take a while if the browser prompts the user: the server learns that the command is still running.
    const beat = (): void => {
      cancelBeat = clock.after(beatEvery, () => {
        reply({ type: 'progress', id, fraction: null });
        beat();
      });
    };
    beat();
    try {
      const result = known === undefined ? null : await answer(known, parameters);
      reply(result === null ? { type: 'failed', id, code: 'camera-unsupported' } : { type: 'result', id, result });
    } catch {
      reply({ type: 'failed', id, code: 'camera-failed' });
    } finally {
      cancelBeat();
    }
  }

  connect();
  return {
    setBattery: (next) => {
      if (next?.level === battery?.level && next?.isCharging === battery?.isCharging) return;
      battery = next;
      report();
    },
    close: clear,
  };
}

/** Null for a message that is not a command. */
function readCommand(payload: string): Extract<CommandMessage, { type: 'command' }> | null {
  try {
    const message: Partial<Record<string, unknown>> | null = JSON.parse(payload);
    const { type, id, name, parameters } = message ?? {};
    return type === 'command' && typeof id === 'string' && typeof name === 'string' ? { type, id, name, parameters } : null;
  } catch {
    return null;
  }
}
