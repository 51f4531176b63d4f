import type { EventsRepository } from './events-repository.ts';

type Area = NonNullable<Awaited<ReturnType<EventsRepository['find']>>>['area'];

/** Draws the box of what was recognised into an event's picture, for messages: they show the picture alone. */
export interface MarkedPictures {
  /** Returns the picture without a box where none can be drawn. */
  mark(event: { readonly id: string; readonly area: Area; readonly score: number | null }, jpeg: Uint8Array): Promise<Uint8Array>;
}

/** Draws corners around a part of a JPEG; null where no decoder is installed. */
export type DrawBox = (jpeg: Uint8Array, box: Area) => Promise<Uint8Array | null>;

/** Pictures of the last events: an alert goes to several devices and chats at once. */
const maxCached = 32;
/** What is as large as the picture is not marked. */
const wholeShare = 0.9;

export function createMarkedPictures(draw: DrawBox | undefined): MarkedPictures {
  /** The one that was used last at the end. */
  const drawn = new Map<string, Promise<Uint8Array>>();
  const make = async (jpeg: Uint8Array, box: Area): Promise<Uint8Array> => {
    try {
      return (await draw?.(jpeg, box)) ?? jpeg;
    } catch {
      // A message without a box is better than none.
      return jpeg;
    }
  };
  return {
    mark: ({ id, area, score }, jpeg) => {
      // Motion has an area, but nothing that was recognised.
      if (score === null || (area.width > wholeShare && area.height > wholeShare)) return Promise.resolve(jpeg);
      const picture = drawn.get(id) ?? make(jpeg, area);
      drawn.delete(id);
      drawn.set(id, picture);
      const [oldest] = drawn.keys();
      if (drawn.size > maxCached && oldest !== undefined) drawn.delete(oldest);
      return picture;
    },
  };
}
