import type { ReactNode } from 'react';

interface StepFormProps {
  readonly className?: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** The form of a step. The browser neither validates nor autocompletes a camera's data. */
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
