import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { text } from './archive-texts.ts';

/** Replaces events and days for viewers with live access only (specification 2, section 4). @param sharedBy whom to ask; null when unknown */
export function NoArchiveAccess({ sharedBy }: { readonly sharedBy: string | null }): ReactNode {
  return (
    <section className="archive-none">
      <Lock size={24} />
      <h2>{text('noAccess')}</h2>
      <p>{sharedBy === null ? text('noAccessText') : text('noAccessAsk', { email: sharedBy })}</p>
    </section>
  );
}
