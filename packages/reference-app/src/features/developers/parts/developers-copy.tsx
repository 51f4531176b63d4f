import { copyText } from '@watchpost/sdk-core/browser';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../shared/ui/button.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { text } from '../developers-texts.ts';

/** Copies a text and says so. */
export function copy(content: string): void {
  copyText(content).then(
    () => showToast('success', text('copied'), { id: 'developers' }),
    () => showToast('error', text('copyFailed'), { id: 'developers' }),
  );
}

export function CopyButton({ label, content }: { readonly label: string; readonly content: string }): ReactNode {
  return (
    <IconButton small label={label} onClick={() => copy(content)}>
      <Copy size={20} />
    </IconButton>
  );
}
