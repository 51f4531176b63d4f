import type { PtzPreset } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { text } from './ptz-texts.ts';

/** The preset that would be lost at the camera. */
export type PtzQuestion = { readonly kind: 'replace' | 'remove'; readonly preset: PtzPreset } | { readonly kind: 'home' };

export interface PresetDialogProps {
  readonly question: PtzQuestion;
  readonly busy: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** Asks before a preset is replaced or removed. */
export function PresetDialog({ question, busy, onSubmit, onClose }: PresetDialogProps): ReactNode {
  const rest = { busy, onSubmit, onClose };
  if (question.kind === 'home')
    return <ConfirmDialog {...rest} title={text('confirmHome')} description={text('confirmHomeText')} submitLabel={text('changeHome')} />;
  const { name } = question.preset;
  if (question.kind === 'replace')
    return (
      <ConfirmDialog
        {...rest}
        title={text('confirmReplace', { name })}
        description={text('confirmReplaceText')}
        submitLabel={text('replaceIt')}
      />
    );
  return (
    <ConfirmDialog
      {...rest}
      danger
      title={text('confirmRemove', { name })}
      description={text('confirmRemoveText')}
      submitLabel={text('removeIt')}
    />
  );
}
