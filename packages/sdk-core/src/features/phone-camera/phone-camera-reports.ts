import { mqttSocket } from '@watchpost/contract/endpoints/events';
import { cameraReportTopic, cameraUsername } from '@watchpost/contract/protocols/control';
import type { CameraReport } from '@watchpost/contract/protocols/control';
import type { ClockPort } from '../../kernel/ports.ts';
import { randomUuid } from '../../kernel/random.ts';
import { createPacketReader, encodeConnect, encodePing, encodePublish } from '../events/index.ts';
import type { PhoneCredential } from './phone-camera-store.ts';
import type { PhoneBattery, PhoneSocket } from './phone-camera-types.ts';

export interface PhoneReportsOptions {
  readonly baseUrl: string;
  readonly credential: PhoneCredential;
  readonly webSocket: (url: string, protocols: string[]) => PhoneSocket;
  readonly clock: ClockPort;
  readonly random: () => number;
}

/** What the phone says of itself, over the control protocol. */
export interface PhoneReports {
  setBattery(battery: PhoneBattery | null): void;
  close(): void;
}

/** Milliseconds. */
const pingEvery = 20_000;
const reportEvery = 60_000;
const longest = 30_000;
const shortest = 1000;
const keepAliveSeconds = 60;

export function createPhoneReports({ baseUrl, credential: { cameraId, agentToken }, webSocket, clock, random }: PhoneReportsOptions): PhoneReports {
  const url = (baseUrl + mqttSocket.path).replace(/^http/, 'ws');
  let socket: PhoneSocket | null = null;
  let isOpen = false;
  let hasHeard = false;
  let attempt = 0;
  let battery: PhoneBattery | null = null;
  const timers = new Set<() => void>();

  const later = (delay: number, callback: () => void): void => {
    const cancel = clock.after(delay, () => {
      timers.delete(cancel);
      callback();
    });
    timers.add(cancel);
  };
  const clear = (): void => {
    for (const cancel of timers) cancel();
    timers.clear();
    isOpen = false;
    const old = socket;
    socket = null;
    old?.close();
  };
  const report = (): void => {
    const message: CameraReport = { commands: [], firmwareVersion: null, battery, signal: null };
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
        for (const packet of read(new Uint8Array(data))) if (packet.type === 'connected') open(packet.code);
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
    reportAgain();
    keepAlive();
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
