import type { Client } from '@watchpost/sdk-core';
import { localTexts } from '../shared/browser/storage.ts';
import type { TextStorage } from '../shared/browser/storage.ts';

/**
 * Reports the user's time zone to the server, for e-mail messages and new cameras: once in this browser, and again
 * when the zone or the user changes. A report that fails is sent again at the next start.
 * @param timeZone IANA name
 * @returns stops reporting
 */
export function reportTimeZone(client: Pick<Client, 'account' | 'session'>, timeZone: string, kept: TextStorage = localTexts): () => void {
  return client.session.current.subscribe((session) => {
    const report = session && `${session.customerId} ${timeZone}`;
    if (report === null || kept.read('time-zone') === report) return;
    client.account.saveTimeZone(timeZone).then(
      () => kept.write('time-zone', report),
      () => undefined,
    );
  });
}
