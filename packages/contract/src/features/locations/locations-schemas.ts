import { z } from 'zod';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';

/** Made by whoever adds the location or the room; unique within one account. `list` is the address of the list. */
export const locationIdSchema = z.string().regex(/^(?!list$)[\w-]{1,64}$/);
/** 1 to 100 characters, trimmed, as a camera's; the specification shows no bounds. */
export const locationTitleSchema = z.string().trim().min(1).max(100);
const orderSchema = z.int().min(0);

export const locationSchema = z.strictObject({ id: locationIdSchema, order: orderSchema, title: locationTitleSchema });
export const roomSchema = z.strictObject({ ...locationSchema.shape, locationId: locationIdSchema });
/** Where a camera is; a camera that is not in the list is nowhere. */
export const cameraPlaceSchema = z.strictObject({ id: cameraIdSchema, order: orderSchema, locationId: locationIdSchema.nullable(), roomId: locationIdSchema.nullable() });

/** The bounds keep a whole configuration far below the largest body. */
export const locationsConfigSchema = z.strictObject({
  locations: z.array(locationSchema).max(500),
  rooms: z.array(roomSchema).max(2000),
  cameras: z.array(cameraPlaceSchema).max(2000),
});
export const saveLocationsBody = locationsConfigSchema.superRefine(({ locations, rooms, cameras }, context) => {
  const refuse = (list: string, message: string): void => context.addIssue({ code: 'custom', path: [list], message });
  for (const [name, list] of [['locations', locations], ['rooms', rooms], ['cameras', cameras]] as const) {
    if (isTwice(list.map(({ id }) => id))) refuse(name, 'An id is there twice.');
  }
  // Among its neighbours each has a place of its own.
  if (isTwice(locations.map(({ order }) => order))) refuse('locations', 'An order is there twice.');
  if (isTwice(rooms.map(({ order, locationId }) => `${locationId} ${order}`))) refuse('rooms', 'An order is there twice in a location.');
  if (isTwice(cameras.map(({ order, locationId, roomId }) => `${locationId} ${roomId} ${order}`))) refuse('cameras', 'An order is there twice in a place.');
});

function isTwice(values: readonly (string | number)[]): boolean {
  return new Set(values).size < values.length;
}

export type Location = z.infer<typeof locationSchema>;
export type Room = z.infer<typeof roomSchema>;
export type CameraPlace = z.infer<typeof cameraPlaceSchema>;
export type LocationsConfig = z.infer<typeof locationsConfigSchema>;
