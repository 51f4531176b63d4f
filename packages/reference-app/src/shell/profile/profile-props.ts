import type { ReactNode } from 'react';

/** Content of the profile's button, and the user who is signed in. */
export interface ProfileProps {
  readonly label: string;
  readonly face: ReactNode;
  readonly email: string;
}
