import { mqttSocket } from '@watchpost/contract/endpoints/events';
import { answerRhythm, cameraAnswersTopic, cameraCommandsTopic, cameraReportTopic, cameraUsername } from '@watchpost/contract/protocols/control';
import type { AnswerMessage, CameraReport, CommandMessage } from '@watchpost/contract/protocols/control';
import { createPacketReader, encodeConnect, encodePing, encodePublish, encodeSubscribe } from '../../kernel/mqtt/mqtt-codec.ts';
import type { ClockPort } from '../../kernel/ports.ts';
import { randomUuid } from '../../kernel/random.ts';
import { createTimers } from '../../kernel/timers.ts';
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
  /** Does what the owner asks for. @returns what is told of it; null: this phone can't do that */
  readonly answer: (command: PhoneCommand, parameters: unknown) => Promise<object | null>;
}

/** The phone's end of the control protocol: it says what feeds it, and does what its owner asks for. */
export interface PhoneControl {
  setBattery(battery: PhoneBattery | null): void;
  close(): void;
}

/** Milliseconds. */
const pingEvery = 20_000;
const reportEvery = 60_000;
const beatEvery = answerRhythm / 2;
const longest = 30_000;
const shortest = 1000;
const keepAliveSeconds = 60;

export function createPhoneControl({ baseUrl, credential: { cameraId, agentToken }, webSocket, clock, random, answer }: PhoneControlOptions): PhoneControl {
  const url = (baseUrl + mqttSocket.path).replace(/^http/, 'ws');
  let socket: PhoneSocket | null = null;
  let isOpen = false;
  let hasHeard = false;
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
    const message: CameraReport = { commands: phoneCommands, firmwareVersion: null, battery, signal: null };
    if (isOpen) socket?.send(encodePublish(cameraReportTopic(cameraId), JSON.stringify(message)));
  };
  const reportAgain = (): void => {
    report();
    later(reportEvery, reportAgain);
  };
  /** Nobody misses a report much: the picture goes its own way. */
  const lose = (): void => {
    clear();
    later(shortest + random() * Math.min(longest, shortest * 2 ** attempt), connect);
    attempt += 1;
  };
  const keepAlive = (): void => {
    hasHeard = false;
    socket?.send(encodePing());
    later(pingEvery, () => (hasHeard ? keepAlive() : lose()));
  };

  function connect(): void {
    clear();
    const fresh = webSocket(url, ['mqtt']);
    const read = createPacketReader();
    socket = fresh;
    fresh.binaryType = 'arraybuffer';
    const isCurrent = (): boolean => socket === fresh;
    fresh.addEventListener('open', () => isCurrent() && fresh.send(encodeConnect({ clientId: randomUuid(), username: cameraUsername, password: agentToken }, keepAliveSeconds)));
    fresh.addEventListener('message', ({ data }) => {
      if (!isCurrent() || !(data instanceof ArrayBuffer)) return;
      hasHeard = true;
      try {
        for (const packet of read(new Uint8Array(data))) {
          if (packet.type === 'connected') open(packet.code);
          if (packet.type === 'message') void obey(packet.payload, isCurrent);
        }
      } catch {
        lose();
      }
    });
    fresh.addEventListener('close', () => isCurrent() && lose());
    fresh.addEventListener('error', () => isCurrent() && lose());
  }

  function open(code: number): void {
    if (code !== 0) return lose();
    isOpen = true;
    attempt = 0;
    socket?.send(encodeSubscribe(1, [cameraCommandsTopic(cameraId)]));
    reportAgain();
    keepAlive();
  }

  async function obey(payload: string, isCurrent: () => boolean): Promise<void> {
    const command = readCommand(payload);
    // A phone does at once what it does: there is nothing to cancel.
    if (!command) return;
    const tell = (message: AnswerMessage): void => {
      if (isCurrent()) socket?.send(encodePublish(cameraAnswersTopic(cameraId), JSON.stringify(message)));
    };
    const { id, name, parameters } = command;
    const known = phoneCommands.find((each) => each === name);
    let cancelBeat = (): void => undefined;
    // Opening another lens may take a while, when a person is asked: the server hears that it goes on.
    const beat = (): void => {
      cancelBeat = clock.after(beatEvery, () => {
        tell({ type: 'progress', id, fraction: null });
        beat();
      });
    };
    beat();
    try {
      const result = known === undefined ? null : await answer(known, parameters);
      tell(result === null ? { type: 'failed', id, code: 'camera-unsupported' } : { type: 'result', id, result });
    } catch {
      tell({ type: 'failed', id, code: 'camera-failed' });
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

/** Null: nothing that is to be done. */
function readCommand(payload: string): Extract<CommandMessage, { type: 'command' }> | null {
  try {
    const message: Partial<Record<string, unknown>> | null = JSON.parse(payload);
    const { type, id, name, parameters } = message ?? {};
    return type === 'command' && typeof id === 'string' && typeof name === 'string' ? { type, id, name, parameters } : null;
  } catch {
    return null;
  }
}
