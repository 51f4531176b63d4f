import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { text } from './archive-texts.ts';

/** In the place of events and days, for who may watch live only (specification 2, section 4). */
export function NoArchiveAccess(): ReactNode {
  return (
    <section className="archive-none">
      <Lock size={24} />
      <h2>{text('noAccess')}</h2>
      <p>{text('noAccessText')}</p>
    </section>
  );
}
