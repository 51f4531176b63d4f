import type { Client } from '@watchpost/sdk-core';
import type { RunningProduct } from '../product.ts';
import { acceptLink, createLink, laterToday, linkPath } from '../sharing.ts';
import { signInWithoutPage, storedSession, type SignedIn } from '../signed-in.ts';
import type { TestLocale } from '../texts.ts';
import type { Lender } from './lender.ts';

/** Links of an owner's cameras, in all states that screens can show, and the users who came by them. */
export interface SharedCameras {
  /** Signed in, with full access to the owner's cameras under a watermark. */
  readonly guard: SignedIn;
  /** Signed in, with limited access to some of them, and to a camera of the lender at another hour only. */
  readonly visitor: SignedIn;
  /** How lists name them, and the link that the visitor came by. */
  readonly names: { readonly guard: string; readonly visitor: string; readonly link: string };
  /** Paths of links: to accept, with guests, revoked. */
  readonly invitation: string;
  readonly guestInvitation: string;
  readonly revoked: string;
  /** Paths of the lender's links: to a camera that was removed; used by as many people as it allows; with guests, closed at this hour. */
  readonly gone: string;
  readonly full: string;
  readonly closed: string;
  readonly closedCameraId: string;
  readonly lender: Lender;
}

const emails = { guard: 'd.sokolov@example.test', visitor: 'm.levina@example.test' } as const;
const labels = { en: { courier: 'Courier door', night: 'Night guard' }, ru: { courier: 'Курьеры', night: 'Ночной охранник' } } as const;
const dayMs = 24 * 3_600_000;

interface SharedParts {
  readonly product: RunningProduct;
  readonly owner: Client;
  readonly cameraIds: readonly string[];
  readonly lender: Lender;
  readonly locale: TestLocale;
}

/** Shares the owner's and the lender's cameras with users of this product. */
export async function shareCameras({ product, owner, cameraIds, lender, locale }: SharedParts): Promise<SharedCameras> {
  const [first = '', second = '', ...rest] = cameraIds;
  const guard = await signInWithoutPage(product, emails.guard, { locale });
  const visitor = await signInWithoutPage(product, emails.visitor, { locale });
  const now = Date.now();
  const { courier, night } = labels[locale];
  const full = await createLink(owner, [first, second, ...rest], { access: 'full', maxUsers: 2, hasWatermark: true });
  await acceptLink(guard.client, full);
  const limited = await createLink(owner, [first, second], {
    label: courier,
    withAudio: false,
    archiveRange: { kind: 'from-acceptance' },
    dailyWindow: { fromMinutes: 0, untilMinutes: 1439 },
    expiresAt: now + 7 * dayMs,
    maxUsers: 3,
    hasPicture: true,
  });
  await acceptLink(visitor.client, limited);
  const guests = await createLink(owner, [second], { label: night, withArchive: false, allowsGuests: true, hasPicture: true });
  const revoked = await createLink(owner, [first]);
  await owner.sharing.revokeInvite(revoked.id);
  await fillLog(owner, guard.client, visitor.client, first);
  const dailyWindow = await laterToday(lender.client, lender.cameraId);
  const closed = await lender.lend({ dailyWindow, maxUsers: 1 });
  await acceptLink(visitor.client, closed);
  const closedToGuests = await lender.lend({ dailyWindow, allowsGuests: true });
  for (const { client } of [guard, visitor]) client.dispose();
  return {
    guard: storedSession(guard, product.url),
    visitor: storedSession(visitor, product.url),
    names: { ...emails, link: courier },
    invitation: linkPath(limited),
    guestInvitation: linkPath(guests),
    revoked: linkPath(revoked),
    gone: linkPath(lender.gone),
    full: linkPath(closed),
    closed: linkPath(closedToGuests),
    closedCameraId: lender.cameraId,
    lender,
  };
}

/** Entries of the log beside those of the links: a download, and one that the visitor's access does not allow. */
async function fillLog(owner: Client, guard: Client, visitor: Client, cameraId: string): Promise<void> {
  const { oldest, newest } = await owner.archive.footage(cameraId, { from: Date.now() - 600_000, to: Date.now() });
  if (oldest === null || newest === null) return;
  const range = { from: oldest, to: Math.min(newest, oldest + 5000) };
  await guard.archive.clip(cameraId, range);
  await visitor.archive.clip(cameraId, range).catch(() => undefined);
}
