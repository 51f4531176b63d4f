import type { ReactNode } from 'react';

/** Event kinds with their own shape. */
export type EventShape = 'person' | 'vehicle' | 'line' | 'intrusion' | 'motion' | 'sound';

/** The shape of each kind, in a box of 12 by 12. */
export const eventShapes: Readonly<Record<EventShape, ReactNode>> = {
  person: <circle cx="6" cy="6" r="4.5" />,
  vehicle: <rect x="1.75" y="2.5" width="8.5" height="7" rx="1.5" />,
  line: <path d="M6 1.2 10.6 9.6H1.4z" />,
  intrusion: <path d="M6 .9 11.1 6 6 11.1.9 6z" />,
  sound: <path d="M1 4h2.5L7 1v10L3.5 8H1zM9 3.5q2 2.5 0 5" />,
  motion: <path d="M1.5 7.5v2M4.5 3.5v6M7.5 5.5v4M10.5 2v7.5" />,
};
