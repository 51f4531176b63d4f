import type { ReactNode } from 'react';
import type { Code } from './developers-snippet.ts';

/** Code with its tags in bold and what the controls decide marked. Scrolls by keyboard, too. */
export function CodeView({ code, label }: { readonly code: Code; readonly label: string }): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard has to reach it
    <pre className="dev-code" tabIndex={0} role="region" aria-label={label}>
      {code.map((part, index) =>
        typeof part === 'string' ? part : 'tag' in part ? <b key={index}>{part.tag}</b> : <mark key={index}>{part.mark}</mark>,
      )}
    </pre>
  );
}
