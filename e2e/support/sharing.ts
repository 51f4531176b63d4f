import type { Client, CreateInviteBody, Invite } from '@watchpost/sdk-core';
import { plainInviteOptions } from '@watchpost/sdk-core/testing';
import type { Product } from './product.ts';
import { signInWithoutPage, storedSession, type SignedIn } from './signed-in.ts';
import type { TestLocale } from './texts.ts';

export type LinkOptions = Partial<CreateInviteBody>;

/** Creates a link; view only, with sound and archive, without an end, unless said otherwise. */
export function createLink(owner: Client, cameraIds: readonly string[], options: LinkOptions = {}): Promise<Invite> {
  return owner.sharing.createInvite({ ...plainInviteOptions, ...options, cameraIds: [...cameraIds] });
}

/** Returns the page that a link opens. */
export function linkPath({ token }: Invite): string {
  if (token === null) throw new Error('Only the creator of a link knows its address.');
  return `/s/${token}`;
}

export async function acceptLink(user: Client, { id, token }: Invite): Promise<void> {
  await user.sharing.acceptInvite(id, { token: token ?? '', replace: true });
}

/** Links of an owner's cameras, in all states that screens can show, and the users who came by them. */
export interface SharedCameras {
  /** Signed in, with full access to the owner's cameras under a watermark. */
  readonly guard: SignedIn;
  /** Paths of links: to accept, with guests, revoked. */
  readonly invitation: string;
  readonly guestInvitation: string;
  readonly revoked: string;
}

const labels = { en: { courier: 'Courier door', night: 'Night guard' }, ru: { courier: 'Курьеры', night: 'Ночной охранник' } } as const;
const dayMs = 24 * 3_600_000;

/** Shares the owner's cameras with users of this product. */
export async function shareCameras(
  product: Product,
  owner: Client,
  cameraIds: readonly string[],
  locale: TestLocale,
): Promise<SharedCameras> {
  const [first = '', second = '', ...rest] = cameraIds;
  const guard = await signInWithoutPage(product, 'd.sokolov@example.test', { locale });
  const visitor = await signInWithoutPage(product, 'm.levina@example.test', { locale });
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
  for (const { client } of [guard, visitor]) client.dispose();
  return {
    guard: storedSession(guard, product.url),
    invitation: linkPath(limited),
    guestInvitation: linkPath(guests),
    revoked: linkPath(revoked),
  };
}
