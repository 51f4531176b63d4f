import type { ReactNode } from 'react';

interface StepFormProps {
  readonly className?: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** The form of a step: the browser neither checks nor remembers what belongs to a camera. */
export function StepForm({ className = 'add-step', onSubmit, children }: StepFormProps): ReactNode {
  return (
    <form
      className={className}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
