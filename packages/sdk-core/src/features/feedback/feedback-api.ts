import { sendFeedback } from '@watchpost/contract/endpoints/feedback';
import type { FeedbackFields } from '@watchpost/contract/schemas/feedback';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';
import { randomUuid } from '../../kernel/random.ts';
import type { SessionApi, SessionControl } from '../session/index.ts';

/** A report to the operator of the server. */
export interface Feedback {
  /** 1 to 4000 characters. */
  readonly message: string;
  /** The address for a reply. */
  readonly email: string;
  /** A UUID, generated if absent. Sending again with the same one never creates a second report. */
  readonly id?: string | undefined;
}

/** Reports from users to the provider. */
export interface FeedbackApi {
  /**
   * Sends a report to the provider, together with the user and the device.
   * @throws {WatchpostError} `invalid-request`, `too-many-requests`, `network`
   * @example await client.feedback.send({ message: 'The archive of the yard stops at noon', email: 'anna@example.com' });
   */
  send(feedback: Feedback, options?: CallOptions): Promise<void>;
}

export function createFeedbackApi(http: HttpClient, session: SessionApi, control: SessionControl): FeedbackApi {
  return {
    async send({ message, email, id = randomUuid() }, options) {
      const fields: FeedbackFields = {
        id,
        customerId: session.current.peek()?.customerId ?? '',
        deviceId: control.deviceId(),
        message,
        email,
      };
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      await http.request(sendFeedback, { ...options, body });
    },
  };
}
