import { randomBytes } from 'node:crypto';
import { mqttSocket } from '@watchpost/contract/endpoints/events';
import { cameraEventsTopic, cameraStateTopic, customerCamerasTopic } from '@watchpost/contract/protocols/mqtt';
import type { MqttAuthorization } from '@watchpost/contract/schemas/events';
import type { BrokerRules } from '../../adapters/broker/port.ts';
import type { Viewer } from '../../kernel/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Tokens } from '../../kernel/tokens.ts';
import type { CamerasService } from '../cameras/index.ts';

/** Who may listen to what happens: a name and a password for a session, good for half an hour and for one connection. */
export interface MqttAccess extends BrokerRules {
  /** @throws {AppError} unauthorized for an embed token: it belongs to no session */
  authorize(viewer: Viewer): Promise<MqttAuthorization>;
}

export interface MqttAccessDeps {
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly cameras: Pick<CamerasService, 'list'>;
  readonly isSessionRunning: (familyId: string) => Promise<boolean>;
  /** Which cameras a customer sees is not what it was when it was last asked for. */
  readonly onCamerasChanged: (customerId: string) => void;
}

/** What the signed password of a page says. */
interface Ticket {
  readonly customerId: string;
  readonly familyId: string;
  readonly clientId: string;
  /** Unix ms. */
  readonly expiresAt: number;
}

const lifetime = 30 * 60_000;

export function createMqttAccess({ tokens, clock, cameras, isSessionRunning, onCamerasChanged }: MqttAccessDeps): MqttAccess {
  /** What each customer was shown last, to notice a change. */
  const known = new Map<string, { readonly shown: string; readonly expiresAt: number }>();

  const forgetOld = (): void => {
    for (const [customerId, { expiresAt }] of known) if (expiresAt <= clock.now()) known.delete(customerId);
  };
  const topicsOf = async (customerId: string): Promise<string[]> => {
    const visible = await cameras.list(customerId);
    const shown = JSON.stringify(visible.map(({ id, title, isFullAccess, withAudio, withArchive }) => [id, title, isFullAccess, withAudio, withArchive]));
    const before = known.get(customerId);
    known.set(customerId, { shown, expiresAt: clock.now() + lifetime });
    if (before && before.shown !== shown) onCamerasChanged(customerId);
    // As the list of events: who may not see the archive does not hear what happens.
    return [customerCamerasTopic(customerId), ...visible.flatMap(({ id, withArchive }) => (withArchive ? [cameraStateTopic(id), cameraEventsTopic(id)] : [cameraStateTopic(id)]))];
  };

  return {
    authorize: async ({ customerId, familyId }) => {
      if (familyId === null) throw new AppError('unauthorized');
      forgetOld();
      const ticket: Ticket = { customerId, familyId, clientId: randomBytes(12).toString('base64url'), expiresAt: clock.now() + lifetime };
      return {
        url: mqttSocket.path,
        clientId: ticket.clientId,
        username: customerId,
        password: tokens.sign('mqtt', JSON.stringify(ticket)),
        topics: await topicsOf(customerId),
        expiresAt: ticket.expiresAt,
      };
    },
    admit: async ({ clientId, username, password }) => {
      const payload = tokens.verify('mqtt', password);
      if (payload === null) return null;
      // The signature is ours, so it is what authorize() wrote.
      const { customerId, familyId, expiresAt, ...ticket } = JSON.parse(payload) as Ticket;
      if (ticket.clientId !== clientId || customerId !== username || expiresAt <= clock.now()) return null;
      return { clientId, owner: customerId, expiresAt, hears: async () => ((await isSessionRunning(familyId)) ? new Set(await topicsOf(customerId)) : null) };
    },
  };
}
