import { zoneOffset } from '@watchpost/sdk-core';
import type { Client, CreateInviteBody, Invite } from '@watchpost/sdk-core';
import { plainInviteOptions } from '@watchpost/sdk-core/testing';

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

/** Returns an hour of the camera's day that begins in two hours: a camera that is open then only is closed for as long as a test takes. */
export async function laterToday(owner: Client, cameraId: string): Promise<{ fromMinutes: number; untilMinutes: number }> {
  const { timeZone } = await owner.cameras.get(cameraId);
  const now = Date.now();
  const minutes = Math.floor((now + zoneOffset(now, timeZone)) / 60_000) % 1440;
  return { fromMinutes: (minutes + 120) % 1440, untilMinutes: (minutes + 180) % 1440 };
}
