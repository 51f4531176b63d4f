import { randomUUID } from 'node:crypto';
import {
  cameraAnswersTopic,
  cameraCommandsTopic,
  cameraReportTopic,
  type AnswerMessage,
  type CameraReport,
  type CommandMessage,
} from '@watchpost/contract/protocols/control';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Broker, BrokerMessage } from '../../adapters/broker/port.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { ControlDriver } from './camera-control.ts';
import { readAnswer, readReport } from './control-messages.ts';

export interface AgentControl extends ControlDriver {
  /** The camera's last report, also while it is offline; null when it never sent one. */
  lastReport(cameraId: string): CameraReport | null;
  /** Discards the state of a removed camera. */
  forget(cameraId: string): void;
  close(): void;
}

export interface AgentControlDeps {
  readonly broker: Pick<Broker, 'publish' | 'listen'>;
  readonly clock: Clock;
  /** Whether the camera's video connection stands; without it no command would arrive. */
  readonly isConnected: (cameraId: string) => boolean;
  /** Called for every report. */
  readonly onReport?: (cameraId: string, report: CameraReport) => void;
}

interface Waiting {
  onAnswer(message: AnswerMessage): void;
  /** Sends the command again, once, unless the camera has already answered. */
  repeat(): void;
}

interface Reported {
  readonly report: CameraReport;
  /** Time of arrival, monotonic ms. */
  readonly at: number;
}

/** Without an answer or progress for this long, the camera is considered not to have received the command; several times its rhythm. */
const timeoutMs = 8000;
/** A report expires after this time; cameras report once a minute. */
const reportTtlMs = 3 * 60_000;
/** Maximum number of pending commands per camera. */
const maxPending = 32;

/** Controls agents by commands and answers over the broker, so that any of several servers can send them. */
export function createAgentControl({ broker, clock, isConnected, onReport }: AgentControlDeps): AgentControl {
  const waiting = new Map<string, Map<string, Waiting>>();
  const reports = new Map<string, Reported>();

  const hear = ({ topic, payload }: BrokerMessage): void => {
    const [, cameraId = '', kind] = topic.split('/');
    if (topic === cameraReportTopic(cameraId)) {
      const report = readReport(payload);
      if (!report) return;
      reports.set(cameraId, { report, at: clock.monotonic() });
      onReport?.(cameraId, report);
      // A camera reports when it starts to listen, shortly after its video: it missed commands sent before.
      for (const command of waiting.get(cameraId)?.values() ?? []) command.repeat();
    } else if (kind === 'answers' && topic === cameraAnswersTopic(cameraId)) {
      const answer = readAnswer(payload);
      if (answer) waiting.get(cameraId)?.get(answer.id)?.onAnswer(answer);
    }
  };
  const stopListening = broker.listen(hear);
  const sendCommand = (cameraId: string, message: CommandMessage): void =>
    broker.publish({ topic: cameraCommandsTopic(cameraId), payload: JSON.stringify(message), isRetained: false });

  return {
    send: (cameraId, name, parameters, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        const others = waiting.get(cameraId) ?? new Map<string, Waiting>();
        if (!isConnected(cameraId)) return reject(new AppError('camera-offline'));
        if (others.size >= maxPending) return reject(new AppError('camera-silent'));
        const id = randomUUID();
        const onTimeout = (): void => end(() => reject(new AppError('camera-silent')));
        let cancelTimeout = clock.after(timeoutMs, onTimeout);
        const onAbort = (): void => {
          sendCommand(cameraId, { type: 'cancel', id });
          end(() => reject(signal?.reason));
        };
        const end = (settle: () => void): void => {
          cancelTimeout();
          signal?.removeEventListener('abort', onAbort);
          others.delete(id);
          if (others.size === 0) waiting.delete(cameraId);
          settle();
        };
        const message: CommandMessage = { type: 'command', id, name, parameters };
        let isHeard = false;
        const repeat = (): void => {
          if (!isHeard) sendCommand(cameraId, message);
          isHeard = true;
        };
        const onAnswer = (answer: AnswerMessage): void => {
          isHeard = true;
          if (answer.type === 'result') return end(() => resolve(answer.result));
          if (answer.type === 'failed') return end(() => reject(new AppError(answer.code)));
          cancelTimeout();
          cancelTimeout = clock.after(timeoutMs, onTimeout);
          onProgress?.(answer.fraction);
        };
        if (signal?.aborted) return reject(signal.reason);
        signal?.addEventListener('abort', onAbort);
        others.set(id, { onAnswer, repeat });
        waiting.set(cameraId, others);
        sendCommand(cameraId, message);
      }),
    report: (cameraId) => {
      const known = reports.get(cameraId);
      if (!known || !isConnected(cameraId) || clock.monotonic() - known.at > reportTtlMs) return null;
      return known.report;
    },
    lastReport: (cameraId) => reports.get(cameraId)?.report ?? null,
    forget: (cameraId) => void reports.delete(cameraId),
    close: stopListening,
  };
}
