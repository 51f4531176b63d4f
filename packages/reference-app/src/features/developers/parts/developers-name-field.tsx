import type { ReactNode } from 'react';
import { Field } from '../../../shared/ui/field.tsx';
import type { Problem } from './developers-fields.ts';
import { problemText } from './developers-say.ts';

export interface NameFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly problem: Problem | undefined;
}

/** The name by which its owner knows what is created here. A dialog begins with it. */
export function NameField({ label, hint, name, onName, problem }: NameFieldProps): ReactNode {
  return (
    <Field label={label} hint={hint} value={name} onValue={onName} maximum={60} autoFocus autoComplete="off" error={problemText(problem)} />
  );
}
