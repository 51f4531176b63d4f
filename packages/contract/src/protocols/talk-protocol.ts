const talkHeaderBytes = 4;

/** Encodes a chunk of speech from MediaRecorder: kind (3), 0, channel (u16), big-endian, then the bytes. */
export function encodeTalk(channel: number, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(talkHeaderBytes + payload.byteLength);
  const view = new DataView(message.buffer);
  view.setUint8(0, 3);
  view.setUint16(2, channel);
  message.set(payload, talkHeaderBytes);
  return message;
}

/**
 * Decodes a message of `encodeTalk`; the payload is a view, not a copy.
 * @throws {TypeError} for any other message
 */
export function decodeTalk(message: Uint8Array): { readonly channel: number; readonly payload: Uint8Array } {
  if (message.byteLength < talkHeaderBytes || message[0] !== 3)
    throw new TypeError('A talk message begins with its kind, 3, and a channel.');
  return { channel: new DataView(message.buffer, message.byteOffset).getUint16(2), payload: message.subarray(talkHeaderBytes) };
}
