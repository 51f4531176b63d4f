import { randomUUID } from 'node:crypto';
import { mqttSocket } from '@watchpost/contract/endpoints/events';
import {
  cameraAnswersTopic,
  cameraCommandsTopic,
  cameraReportTopic,
  cameraUsername,
  type CameraReport,
} from '@watchpost/contract/protocols/control';
import { wait, type Clock } from '@watchpost/contract/timing/clock';
import mqtt, { type MqttClient } from 'mqtt';
import { retryDelay } from '../link/retry-delay.ts';
import type { CommandHandler } from './command-handler.ts';
import { createCommands } from './commands.ts';
import { onServer } from '../kernel/server-address.ts';

/** What a camera reports about itself besides its capabilities. */
export type CameraStatus = Omit<CameraReport, 'commands'>;

/** What an agent needs to receive commands. */
export interface ControlLinkOptions {
  readonly serverUrl: string;
  readonly cameraId: string;
  readonly agentToken: string;
  readonly handlers: readonly CommandHandler[];
  readonly status: () => Promise<CameraStatus>;
  readonly clock: Clock;
  readonly random?: () => number;
  readonly onProblem?: (problem: string) => void;
}

/** Interval of status reports, ms. */
const reportIntervalMs = 60_000;
/** Seconds of silence before a ping; the connection is closed soon after without an answer. */
const keepalive = 15;
const connectTimeout = 10_000;

/** Keeps a connection to the server's broker, executes commands and reports the camera's status until the signal aborts. */
export async function runControlLink(options: ControlLinkOptions, signal: AbortSignal): Promise<void> {
  const { clock, random = Math.random } = options;
  let failures = 0;
  let downSince = clock.monotonic();
  while (!signal.aborted) {
    const wasConnected = await connectOnce(options, signal);
    const now = clock.monotonic();
    if (wasConnected) downSince = now;
    failures = wasConnected ? 1 : failures + 1;
    await wait(clock, retryDelay(failures, random(), now - downSince), signal);
  }
}

/** Runs one connection until it ends; true when it was ever established. */
async function connectOnce(
  { serverUrl, cameraId, agentToken, handlers, status, clock, onProblem = () => undefined }: ControlLinkOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const url = onServer(serverUrl, mqttSocket.path);
  url.protocol = url.protocol.replace('http', 'ws');
  const client = mqtt.connect(url.href, {
    username: cameraUsername,
    password: agentToken,
    clientId: `camera-${randomUUID().slice(0, 23)}`,
    clean: true,
    keepalive,
    connectTimeout,
    reconnectPeriod: 0,
    queueQoSZero: false,
  });
  const over = new AbortController();
  const ended = AbortSignal.any([signal, over.signal]);
  const commands = createCommands(
    { handlers, clock, onProblem, answer: (message) => say(client, cameraAnswersTopic(cameraId), message) },
    ended,
  );
  const report = async (): Promise<void> => {
    const names = handlers.map(({ name }) => name);
    while (!ended.aborted) {
      say(client, cameraReportTopic(cameraId), { commands: names, ...(await status()) } satisfies CameraReport);
      await wait(clock, reportIntervalMs, ended);
    }
  };
  let wasConnected = false;
  // The next attempt reports a lasting failure; the video connection logs the reason.
  client.on('error', () => undefined);
  client.on('message', (topic, payload) => {
    if (topic === cameraCommandsTopic(cameraId)) commands.receive(payload.toString());
  });
  client.on('connect', () => {
    wasConnected = true;
    client.subscribe(cameraCommandsTopic(cameraId), { qos: 0 }, (error) => {
      if (error) return client.end(true);
      report().catch((cause: unknown) => onProblem(`The camera's state can't be reported: ${String(cause)}`));
    });
  });
  const end = (): void => void client.end(true);
  signal.addEventListener('abort', end);
  await new Promise<void>((resolve) => {
    client.once('close', resolve);
    client.once('end', resolve);
    if (signal.aborted) end();
  });
  signal.removeEventListener('abort', end);
  over.abort();
  client.end(true);
  return wasConnected;
}

function say(client: MqttClient, topic: string, message: unknown): void {
  if (client.connected) client.publish(topic, JSON.stringify(message), { qos: 0 });
}
