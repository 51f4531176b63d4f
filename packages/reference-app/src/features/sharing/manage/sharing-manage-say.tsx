import type { ReactNode } from 'react';
import { RichText } from '../../../shared/i18n/rich-text.tsx';

/** The sentence above a screen: numbers and names stand out. */
export function Say({ sentences, waiting }: { readonly sentences: readonly string[]; readonly waiting?: boolean }): ReactNode {
  if (waiting) return <p className="share-say-top sk-lines" aria-hidden="true" />;
  return (
    <p className="share-say-top">
      <RichText message={sentences.join(' ')} parts={{ b: (inner) => <b>{inner}</b> }} />
    </p>
  );
}
