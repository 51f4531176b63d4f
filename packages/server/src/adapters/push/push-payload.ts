import type { PushMessage } from '@watchpost/contract/schemas/notifications';

/**
 * Serializes a message to JSON that fits: shortens its texts, then drops its picture and texts, but keeps what a click needs.
 * @param maximum bytes
 * @throws {RangeError} when even that does not fit
 */
export function fitMessage(message: PushMessage, maximum: number): { readonly message: PushMessage; readonly bytes: Buffer } {
  for (const longest of [Number.POSITIVE_INFINITY, 200, 100, 50, 20, 0]) {
    const fitting = longest === Number.POSITIVE_INFINITY ? message : shorten(message, longest);
    const bytes = Buffer.from(JSON.stringify(fitting));
    if (bytes.length <= maximum) return { message: fitting, bytes };
  }
  throw new RangeError(`A push message does not fit into ${maximum} bytes.`);
}

/**
 * Shortens a message's texts.
 * @param longest characters per text; 0 leaves out what is optional
 */
function shorten(message: PushMessage, longest: number): PushMessage {
  const { notification, data, ...rest } = message;
  const { image, ...texts } = notification ?? {};
  const { ImageUrl, ...facts } = data ?? {};
  return {
    ...rest,
    ...(notification && {
      notification: {
        ...texts,
        ...cut('title', texts.title, longest),
        ...cut('body', texts.body, longest),
        ...(longest > 0 && image !== undefined && { image }),
      },
    }),
    ...(data && {
      data: { ...facts, ...cut('CameraTitle', facts.CameraTitle, longest), ...(longest > 0 && ImageUrl !== undefined && { ImageUrl }) },
    }),
  };
}

function cut<K extends string>(name: K, text: string | undefined, longest: number): Partial<Record<K, string>> {
  if (text === undefined) return {};
  const characters = [...text];
  const value: Partial<Record<K, string>> = {};
  value[name] = characters.length <= longest ? text : `${characters.slice(0, Math.max(0, longest - 1)).join('')}…`;
  return value;
}
