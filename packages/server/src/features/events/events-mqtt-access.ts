import { randomBytes } from 'node:crypto';
import { mqttSocket } from '@watchpost/contract/endpoints/events';
import { cameraEventsTopic, cameraStateTopic, customerCamerasTopic } from '@watchpost/contract/protocols/mqtt';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import type { MqttAuthorization } from '@watchpost/contract/schemas/events';
import type { Clock } from '@watchpost/contract/timing/clock';
import { z } from 'zod';
import type { BrokerRules } from '../../adapters/broker/port.ts';
import type { Viewer } from '../../kernel/access/access.ts';
import { isOpenAt, isWholeArchive, openArchive, wholeArchive, type OpenArchive } from '../../kernel/access/open-archive.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Complete } from '../../kernel/contract/complete.ts';
import type { Tokens } from '../../kernel/tokens.ts';
import type { CamerasService } from '../cameras/index.ts';

/** Issues a name and a password to a session for subscribing to events, valid for half an hour and one connection. */
export interface MqttAccess extends BrokerRules {
  /** Issues the credentials. @throws {AppError} unauthorized for an embed token, which belongs to no session */
  authorize(viewer: Viewer): Promise<MqttAuthorization>;
}

export interface MqttAccessDeps {
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly cameras: Pick<CamerasService, 'list'>;
  readonly isSessionRunning: (familyId: string) => Promise<boolean>;
  /** Called when the cameras visible to a customer differ from the last check. */
  readonly onCamerasChanged: (customerId: string) => void;
}

/** The content of a page's signed password. */
interface Ticket {
  readonly customerId: string;
  readonly familyId: string;
  readonly clientId: string;
  /** Unix ms. */
  readonly expiresAt: number;
}

/** What a customer may receive now. */
interface Hearing {
  readonly topics: readonly string[];
  /** By topic of events: the part of the archive to which it is limited. Whole archives are left out. */
  readonly limits: ReadonlyMap<string, OpenArchive>;
}

const ttlMs = 30 * 60_000;

export function createMqttAccess({ tokens, clock, cameras, isSessionRunning, onCamerasChanged }: MqttAccessDeps): MqttAccess {
  /** The last known state of each customer, to notice a change. */
  const known = new Map<string, { readonly shown: string; readonly expiresAt: number }>();

  const forgetOld = (): void => {
    for (const [customerId, { expiresAt }] of known) if (expiresAt <= clock.now()) known.delete(customerId);
  };
  const hearingOf = async (customerId: string): Promise<Hearing> => {
    const visible = await cameras.list(customerId);
    const shown = JSON.stringify(
      visible.map(({ id, title, isFullAccess, withAudio, withArchive, grant, sharedBy, watermark }) => [
        [id, title, isFullAccess, withAudio, withArchive],
        [grant, sharedBy, watermark],
      ]),
    );
    const before = known.get(customerId);
    known.set(customerId, { shown, expiresAt: clock.now() + ttlMs });
    if (before && before.shown !== shown) onCamerasChanged(customerId);
    const now = clock.now();
    return {
      topics: [
        customerCamerasTopic(customerId),
        ...visible.flatMap((camera) => {
          const state = cameraStateTopic(camera.id);
          return hearsEvents(camera, now) ? [state, cameraEventsTopic(camera.id)] : [state];
        }),
      ],
      limits: new Map(
        visible
          .map(({ id, grant }) => [cameraEventsTopic(id), grant ? openArchive(grant) : wholeArchive] as const)
          .filter(([, open]) => !isWholeArchive(open)),
      ),
    };
  };

  return {
    authorize: async ({ customerId, familyId }) => {
      if (familyId === null) throw new AppError('unauthorized');
      forgetOld();
      const ticket: Ticket = { customerId, familyId, clientId: randomBytes(12).toString('base64url'), expiresAt: clock.now() + ttlMs };
      return {
        url: mqttSocket.path,
        clientId: ticket.clientId,
        username: customerId,
        password: tokens.sign('mqtt', JSON.stringify(ticket)),
        topics: [...(await hearingOf(customerId)).topics],
        expiresAt: ticket.expiresAt,
      } satisfies Complete<MqttAuthorization>;
    },
    admit: async ({ clientId, username, password }) => {
      const payload = tokens.verify('mqtt', password);
      if (payload === null) return null;
      // The signature is ours, so the content is what authorize() wrote.
      const { customerId, familyId, expiresAt, ...ticket } = JSON.parse(payload) as Ticket;
      if (ticket.clientId !== clientId || customerId !== username || expiresAt <= clock.now()) return null;
      let limits: Hearing['limits'] = new Map();
      return {
        clientId,
        owner: customerId,
        expiresAt,
        hears: async () => {
          if (!(await isSessionRunning(familyId))) return null;
          const hearing = await hearingOf(customerId);
          limits = hearing.limits;
          return new Set(hearing.topics);
        },
        accepts: (message) => {
          const open = limits.get(message.topic);
          if (!open) return true;
          const startAt = startOf(message.payload);
          return startAt !== null && isOpenAt(open, startAt);
        },
      };
    },
  };
}

/** As in the list of events: without the right to the recordings of this moment a viewer receives no events. */
function hearsEvents({ withArchive, grant }: Pick<Camera, 'withArchive' | 'grant'>, now: number): boolean {
  return withArchive && (grant?.archiveFrom ?? now) <= now && (grant?.archiveUntil ?? Infinity) > now;
}

const eventMessage = z.object({ event: z.object({ startAt: z.number() }) });

/** When the event of a message began. Null for one that can't be read: anything may publish to an outside broker. */
function startOf(payload: string): number | null {
  try {
    return eventMessage.parse(JSON.parse(payload)).event.startAt;
  } catch {
    return null;
  }
}
