import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until, type Product } from './product.ts';

/** A letter of the outbox, as it lies there. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  /** Header and body, undecoded. */
  readonly raw: string;
}

function readLetters({ dataDir }: Product): readonly Letter[] {
  const outbox = join(dataDir, 'outbox');
  return readdirSync(outbox).filter((name) => name.endsWith('.eml')).toSorted().map((name) => {
    const raw = readFileSync(join(outbox, name), 'utf8');
    // A long header goes on in the next line.
    const header = raw.slice(0, raw.search(/\r?\n\r?\n/)).replaceAll(/\r?\n[ \t]+/g, ' ');
    const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(header)?.[1]?.trim() ?? '';
    return { to: field('To'), subject: field('Subject'), raw };
  });
}

/** The newest letter to this address whose subject fits; waits until it is there. */
export function letter(product: Product, to: string, subject: RegExp): Promise<Letter> {
  return until(`a letter to ${to} about ${subject}`, () => readLetters(product).findLast((each) => each.to === to && subject.test(each.subject)));
}
