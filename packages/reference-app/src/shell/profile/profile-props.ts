import type { ReactNode } from 'react';

/** What the profile's button shows, and who is signed in. */
export interface ProfileProps {
  readonly label: string;
  readonly face: ReactNode;
  readonly email: string;
}
