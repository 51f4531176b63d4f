import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until, type RunningProduct } from './product.ts';

/** An e-mail message as the server put it into its outbox. */
export interface EmailMessage {
  readonly to: string;
  readonly subject: string;
  /** Header and body, undecoded. */
  readonly raw: string;
}

function readOutbox({ dataDir }: RunningProduct): readonly EmailMessage[] {
  const outbox = join(dataDir, 'outbox');
  return readdirSync(outbox)
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .map((name) => {
      const raw = readFileSync(join(outbox, name), 'utf8');
      // A long header goes on in the next line.
      const header = raw.slice(0, raw.search(/\r?\n\r?\n/)).replaceAll(/\r?\n[ \t]+/g, ' ');
      const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(header)?.[1]?.trim() ?? '';
      return { to: field('To'), subject: field('Subject'), raw };
    });
}

/** Waits for an e-mail message to this address whose subject matches. @returns the newest one */
export function emailMessage(product: RunningProduct, to: string, subject: RegExp): Promise<EmailMessage> {
  return until(`an e-mail message to ${to} about ${subject}`, () =>
    readOutbox(product).findLast((each) => each.to === to && subject.test(each.subject)),
  );
}
