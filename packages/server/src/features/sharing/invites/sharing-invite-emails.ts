import { defaultLocale, locales, type Locale } from '@watchpost/contract/kernel';
import type { EmailInviteBody } from '@watchpost/contract/schemas/sharing';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { MailQueue } from '../../../adapters/mail/port.ts';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { createWindowLimit } from '../../../kernel/limits/window-limit.ts';
import { showsPicture, type InvitationPictures } from '../landing/sharing-invitation.ts';
import { inviteEmailMessage, type InviteEmailFacts } from './sharing-invite-email-message.ts';
import { optionsOf } from './sharing-invite-grant.ts';
import type { StoredInvite } from './sharing-invites-repository.ts';
import type { InvitesService } from './sharing-invites-service.ts';

export interface InviteEmails {
  /** Queues an invitation. @throws {AppError} as `InvitesService.requireOwn`; invite-cameras-gone, too-many-requests */
  send(customerId: string, inviteId: string, body: EmailInviteBody): Promise<void>;
}

export interface InviteEmailsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly invites: Pick<InvitesService, 'requireOwn'>;
  readonly mail: MailQueue;
  readonly pictures: InvitationPictures;
  /** Returns where browsers reach the app. Never taken from a request: the mail would spread whatever address a client made up. */
  readonly appOrigin: () => string;
}

/** Per user. */
const limits = { windowMs: 60 * 60_000, maxCount: 20 };
const maxPictures = 3;

export function createInviteEmails({ db, clock, invites, mail, pictures, appOrigin }: InviteEmailsDeps): InviteEmails {
  const limit = createWindowLimit({ clock, ...limits });

  const picturesOf = async ({ row, cameras }: StoredInvite): Promise<InviteEmailFacts['pictures']> => {
    const shown = cameras.filter((camera) => camera.isShareable && showsPicture(row, camera, clock.now())).slice(0, maxPictures);
    const read = shown.map(async ({ id, title }, index) => {
      const jpeg = await pictures.read(id);
      return jpeg ? [{ contentId: `camera-${index + 1}`, base64: Buffer.from(jpeg).toString('base64'), cameraTitle: title }] : [];
    });
    return (await Promise.all(read)).flat();
  };

  return {
    send: async (customerId, inviteId, { email, locale }) => {
      const { invite, token } = await invites.requireOwn(customerId, inviteId);
      const cameraTitles = invite.cameras.filter(({ isShareable }) => isShareable).map(({ title }) => title);
      if (cameraTitles.length === 0) throw new AppError('invite-cameras-gone');
      limit(customerId);
      const people = await db
        .selectFrom('customers')
        .select(['id', 'email', 'locale', 'time_zone'])
        .where('deleted_at', 'is', null)
        .where(({ eb, or }) => or([eb('id', '=', customerId), eb('email', '=', email)]))
        .execute();
      const creator = people.find(({ id }) => id === customerId);
      const recipient = people.find((person) => person.email === email);
      await mail.add(
        inviteEmailMessage(email, {
          creatorEmail: invite.row.creator_email,
          cameraTitles,
          options: optionsOf(invite.row),
          url: `${appOrigin()}/s/${token}`,
          pictures: await picturesOf(invite),
          reader: { locale: toLocale(recipient?.locale ?? locale ?? creator?.locale), timeZone: creator?.time_zone ?? null },
        }),
        untilExpiry(invite.row.expires_at, clock.now()),
      );
    },
  };
}

/** An invitation that arrives after the link's end is useless. */
function untilExpiry(expiresAt: number | null, now: number): { readonly expiresAfterMs: number } | undefined {
  const threeDaysMs = 3 * 24 * 60 * 60_000;
  return expiresAt === null ? undefined : { expiresAfterMs: Math.min(expiresAt - now, threeDaysMs) };
}

function toLocale(text: string | undefined): Locale {
  return locales.find((known) => known === text) ?? defaultLocale;
}
