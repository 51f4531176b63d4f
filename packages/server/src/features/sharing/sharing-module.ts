import type { FastifyInstance } from 'fastify';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { MailQueue } from '../../adapters/mail/port.ts';
import type { Db } from '../../db/database.ts';
import type { ServerConfig } from '../../kernel/config.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import type { Tokens } from '../../kernel/tokens.ts';
import type { CameraLeftListener } from '../cameras/index.ts';
import { registerGuestsRoutes } from './guests/sharing-guests-routes.ts';
import { createGuestsService } from './guests/sharing-guests-service.ts';
import { createInviteEmails } from './invites/sharing-invite-emails.ts';
import { registerInvitesRoutes } from './invites/sharing-invites-routes.ts';
import { createInvitesService } from './invites/sharing-invites-service.ts';
import { createAcceptance } from './landing/sharing-acceptance.ts';
import { createFindActiveInvite } from './landing/sharing-active-invite.ts';
import { createGuessLimit } from './landing/sharing-guess-limit.ts';
import type { InvitationPictures } from './landing/sharing-invitation.ts';
import { registerLandingRoutes } from './landing/sharing-landing-routes.ts';
import { createAccessLog } from './log/sharing-log-recorder.ts';
import { createAccessNotifier, entryBy, grantOfEntry, type AccessChangeListener } from './sharing-changes.ts';
import { registerSharingUsersRoutes } from './users/sharing-users-routes.ts';
import { createSharingUsersService } from './users/sharing-users-service.ts';
import { publicUrlOf } from '../../kernel/network/base-path.ts';

interface SharingModule extends ServerModule {
  /** Registers a listener for access that may have become less: what runs is to be checked again. */
  readonly onAccessChanged: (listener: AccessChangeListener) => void;
  /** Notes in the access log that a user removed a camera from their own list. */
  readonly onCameraLeft: CameraLeftListener;
}

export interface SharingModuleDeps {
  readonly config: Pick<ServerConfig, 'publicOrigin' | 'basePath'>;
  readonly db: Db;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly mail: MailQueue;
  readonly pictures: InvitationPictures;
}

/** Shares cameras: links, those who accept them, users and guests. */
export function createSharingModule({ config, pictures, mail, ...context }: SharingModuleDeps): SharingModule {
  const { db, clock, tokens } = context;
  const { record } = createAccessLog(context);
  const notifier = createAccessNotifier();
  const limit = createGuessLimit(clock);
  const find = createFindActiveInvite({ ...context, limit });
  const accept = createAcceptance({ ...context, limit, record, notifier });
  const invites = createInvitesService({ ...context, record, notifier });
  const users = createSharingUsersService({ db, clock, record, notifier });
  const guests = createGuestsService({ ...context, find, notifier });
  let ownUrl = '';
  const emails = createInviteEmails({ db, clock, invites, mail, pictures, appOrigin: () => publicUrlOf(config) ?? ownUrl });
  return {
    name: 'sharing',
    onAccessChanged: notifier.subscribe,
    onCameraLeft: async (access, device = { browser: null, system: null }) => {
      const { cameraId, customerId, inviteId } = access;
      const grant = grantOfEntry(access, inviteId === null ? null : await readLabel(db, inviteId));
      await record(db, [entryBy({ customerId, device }, { kind: 'access-left', cameraId, grant, subject: null })]);
    },
    routes: (app: FastifyInstance) => {
      registerInvitesRoutes(app, { invites, emails });
      registerLandingRoutes(app, { db, clock, find, accept, pictures });
      registerSharingUsersRoutes(app, { users });
      registerGuestsRoutes(app, { guests, clock, tokens, pictures, isSecure: config.publicOrigin?.startsWith('https:') ?? false });
    },
    // Without a public origin, only this machine reaches the server.
    listening: (url) => void (ownUrl = url),
  };
}

async function readLabel(db: Db, inviteId: string): Promise<string | null> {
  return (await db.selectFrom('invites').select('label').where('id', '=', inviteId).executeTakeFirst())?.label ?? null;
}
