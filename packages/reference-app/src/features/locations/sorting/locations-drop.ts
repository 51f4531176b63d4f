import { createContext, useContext } from 'react';
import type { DropPlace } from './locations-drag.ts';

/** The place under the dragged camera; null when it is over none. */
export const OverPlace = createContext<DropPlace | null>(null);

export interface DropTarget {
  readonly 'data-drop': true;
  readonly 'data-location'?: string;
  readonly 'data-room'?: string;
  readonly 'data-over'?: true;
}

/** Returns attributes that make an element a drop target for cameras. */
export function useDropTarget(): (place: DropPlace) => DropTarget {
  const over = useContext(OverPlace);
  return ({ locationId, roomId }) => ({
    'data-drop': true,
    ...(locationId !== null && { 'data-location': locationId }),
    ...(roomId !== null && { 'data-room': roomId }),
    ...(over !== null && over.locationId === locationId && over.roomId === roomId && { 'data-over': true }),
  });
}
