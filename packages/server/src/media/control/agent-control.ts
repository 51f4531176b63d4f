import { randomUUID } from 'node:crypto';
import { cameraAnswersTopic, cameraCommandsTopic, cameraReportTopic, type AnswerMessage, type CameraReport, type CommandMessage } from '@watchpost/contract/protocols/control';
import type { Broker, BrokerMessage } from '../../adapters/broker/port.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ControlDriver } from './camera-control.ts';
import { readAnswer, readReport } from './control-messages.ts';

export interface AgentControl extends ControlDriver {
  /** What it reported last, connected or not: of a camera that is away, how it was before. Null for one that never did. */
  lastReport(cameraId: string): CameraReport | null;
  /** A camera that was removed says nothing more. */
  forget(cameraId: string): void;
  close(): void;
}

export interface AgentControlDeps {
  readonly broker: Pick<Broker, 'publish' | 'listen'>;
  readonly clock: Clock;
  /** Its video connection stands: without it nobody would hear the command. */
  readonly isConnected: (cameraId: string) => boolean;
}

interface Waiting {
  onAnswer(message: AnswerMessage): void;
  /** Says it again, once, unless the camera has been heard of it. */
  repeat(): void;
}

interface Reported {
  readonly report: CameraReport;
  /** Monotonic ms. */
  readonly at: number;
}

/** Without a word for so long, a camera has not heard it, ms: several times its rhythm. */
const patience = 8000;
/** A camera reports once a minute, ms. */
const reportLifetime = 3 * 60_000;
/** Commands under way of one camera. */
const mostWaiting = 32;

/** The way to agents: commands and answers over the broker, so that any server of several can ask. */
export function createAgentControl({ broker, clock, isConnected }: AgentControlDeps): AgentControl {
  const waiting = new Map<string, Map<string, Waiting>>();
  const reports = new Map<string, Reported>();

  const hear = ({ topic, payload }: BrokerMessage): void => {
    const [, cameraId = '', kind] = topic.split('/');
    if (topic === cameraReportTopic(cameraId)) {
      const report = readReport(payload);
      if (!report) return;
      reports.set(cameraId, { report, at: clock.monotonic() });
      // It says so when it begins to listen, a moment after its video: what was asked for meanwhile it has not heard.
      for (const command of waiting.get(cameraId)?.values() ?? []) command.repeat();
    } else if (kind === 'answers' && topic === cameraAnswersTopic(cameraId)) {
      const answer = readAnswer(payload);
      if (answer) waiting.get(cameraId)?.get(answer.id)?.onAnswer(answer);
    }
  };
  const stopListening = broker.listen(hear);
  const tell = (cameraId: string, message: CommandMessage): void => broker.publish({ topic: cameraCommandsTopic(cameraId), payload: JSON.stringify(message), isRetained: false });

  return {
    send: (cameraId, name, parameters, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        const others = waiting.get(cameraId) ?? new Map<string, Waiting>();
        if (!isConnected(cameraId)) return reject(new AppError('camera-offline'));
        if (others.size >= mostWaiting) return reject(new AppError('camera-silent'));
        const id = randomUUID();
        const onSilence = (): void => end(() => reject(new AppError('camera-silent')));
        let cancelPatience = clock.after(patience, onSilence);
        const onAbort = (): void => {
          tell(cameraId, { type: 'cancel', id });
          end(() => reject(signal?.reason));
        };
        const end = (settle: () => void): void => {
          cancelPatience();
          signal?.removeEventListener('abort', onAbort);
          others.delete(id);
          if (others.size === 0) waiting.delete(cameraId);
          settle();
        };
        const message: CommandMessage = { type: 'command', id, name, parameters };
        let isHeard = false;
        const repeat = (): void => {
          if (!isHeard) tell(cameraId, message);
          isHeard = true;
        };
        const onAnswer = (answer: AnswerMessage): void => {
          isHeard = true;
          if (answer.type === 'result') return end(() => resolve(answer.result));
          if (answer.type === 'failed') return end(() => reject(new AppError(answer.code)));
          cancelPatience();
          cancelPatience = clock.after(patience, onSilence);
          onProgress?.(answer.fraction);
        };
        if (signal?.aborted) return reject(signal.reason);
        signal?.addEventListener('abort', onAbort);
        others.set(id, { onAnswer, repeat });
        waiting.set(cameraId, others);
        tell(cameraId, message);
      }),
    report: (cameraId) => {
      const known = reports.get(cameraId);
      if (!known || !isConnected(cameraId) || clock.monotonic() - known.at > reportLifetime) return null;
      return known.report;
    },
    lastReport: (cameraId) => reports.get(cameraId)?.report ?? null,
    forget: (cameraId) => void reports.delete(cameraId),
    close: stopListening,
  };
}
