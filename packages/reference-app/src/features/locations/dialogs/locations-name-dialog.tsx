import { max, required } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../../shared/forms/use-form.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Chip } from '../../../shared/ui/choice.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { suggestedNames, text } from '../locations-texts.ts';

/** Maximum length of a name, characters. */
const maxNameLength = 100;

export interface NameDialogProps {
  readonly title: string;
  readonly kind: 'location' | 'room';
  /** The current name; absent for a new place, for which names are suggested. */
  readonly name?: string;
  /** Names in use, which are not suggested. */
  readonly taken?: readonly string[];
  /** Resolves with true once the server has confirmed. */
  readonly onName: (name: string) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Names a new or existing location or room. */
export function NameDialog({ title, kind, name, taken = [], onName, onClose }: NameDialogProps): ReactNode {
  useTranslation();
  const isNew = name === undefined;
  const form = useForm({ name: name ?? '' }, { name: [required, (value) => max(maxNameLength)(value.trim())] });
  const [busy, setBusy] = useState(false);
  const save = async (value: string): Promise<void> => {
    if (value === name) return onClose();
    setBusy(true);
    if (await onName(value)) return onClose();
    setBusy(false);
  };
  const suggestions = isNew ? suggestedNames[kind].map((key) => text(key)).filter((one) => !taken.includes(one)) : [];
  return (
    <Dialog
      title={title}
      onClose={onClose}
      busy={busy}
      onSubmit={() => {
        if (form.check()) void save(form.values.name.trim());
      }}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {text('cancel')}
          </Button>
          <Button type="submit" look="primary" busy={busy}>
            {text(isNew ? (busy ? 'adding' : 'add') : busy ? 'saving' : 'save')}
          </Button>
        </>
      }
    >
      <Field {...form.field('name')} label={text('name')} maximum={maxNameLength} data-autofocus autoComplete="off" />
      {suggestions.length === 0 ? null : (
        <div className="loc-suggestions" role="group" aria-label={text('suggestions')}>
          {suggestions.map((one) => (
            <Chip key={one} selected={form.values.name === one} disabled={busy} onPress={() => form.set('name', one)}>
              {one}
            </Chip>
          ))}
        </div>
      )}
    </Dialog>
  );
}
