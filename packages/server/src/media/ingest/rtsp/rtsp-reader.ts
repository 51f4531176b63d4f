import { ParseError } from '../codecs/parse-error.ts';

export interface RtspMessage {
  /** `RTSP/1.0 200 OK`, or the line of a camera's request. */
  readonly startLine: string;
  /** Names in lower case; a header may occur more than once. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Uint8Array;
}

export interface RtspReaderHandler {
  onMessage(message: RtspMessage): void;
  /** The data is a view of the received bytes: valid only during the call. */
  onFrame(channel: number, data: Buffer): void;
}

const maxHeaderBytes = 16 * 1024;
const maxBodyBytes = 256 * 1024;
const dollar = 0x24;

/**
 * Splits the byte stream of an RTSP connection into messages and interleaved frames (RFC 2326, 10.12).
 * @returns a function that receives the next bytes; throws ParseError when they are not RTSP
 */
export function createRtspReader(handler: RtspReaderHandler): (chunk: Buffer) => void {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  /** Number of bytes without which nothing can be read. */
  let needed = 1;

  return (chunk) => {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes < needed) return;
    let buffer = waiting.length === 1 ? chunk : Buffer.concat(waiting, waitingBytes);
    let at = 0;
    needed = 1;
    while (at < buffer.length) {
      const length = buffer[at] === dollar ? readFrame(buffer, at, handler) : readMessage(buffer, at, handler);
      if (length < 0) {
        needed = -length;
        break;
      }
      at += length;
    }
    buffer = buffer.subarray(at);
    // A small remainder must not keep the whole chunk in memory.
    waiting = buffer.length === 0 ? [] : [at > 0 && buffer.length < 4096 ? Buffer.from(buffer) : buffer];
    waitingBytes = buffer.length;
  };
}

/** Returns the bytes used, or minus the bytes needed from `at` on. */
function readFrame(buffer: Buffer, at: number, handler: RtspReaderHandler): number {
  const available = buffer.length - at;
  if (available < 4) return -4;
  const length = 4 + buffer.readUInt16BE(at + 2);
  if (available < length) return -length;
  handler.onFrame(buffer[at + 1] ?? 0, buffer.subarray(at + 4, at + length));
  return length;
}

function readMessage(buffer: Buffer, at: number, handler: RtspReaderHandler): number {
  const first = buffer[at];
  // Some cameras send an empty line between messages.
  if (first === 0x0d || first === 0x0a) return 1;
  const available = buffer.length - at;
  const lineEnd = buffer.indexOf(0x0a, at);
  const startLine = buffer.toString('latin1', at, Math.min(lineEnd < 0 ? buffer.length : lineEnd, at + 4096)).trimEnd();
  const isLineComplete = lineEnd >= 0;
  if (!(isLineComplete ? /^(RTSP\/1\.\d \d{3}( .*)?|[A-Z_]{3,20} \S+ RTSP\/1\.\d)$/ : /^[A-Z_]{1,20}($|[ /])/).test(startLine)) {
    throw new ParseError('The peer does not speak RTSP.');
  }
  const headerEnd = findHeaderEnd(buffer, at);
  if (headerEnd === null) {
    if (available > maxHeaderBytes) throw new ParseError('The header of an RTSP message is too long.');
    return -(available + 1);
  }
  const headers = readHeaders(buffer.toString('latin1', lineEnd + 1, headerEnd.end));
  const bodyLength = Number(headers.get('content-length')?.[0] ?? 0);
  if (!Number.isInteger(bodyLength) || bodyLength < 0 || bodyLength > maxBodyBytes)
    throw new ParseError('The body of an RTSP message is too long.');
  const length = headerEnd.bodyAt - at + bodyLength;
  if (available < length) return -length;
  handler.onMessage({ startLine, headers, body: buffer.subarray(headerEnd.bodyAt, at + length) });
  return length;
}

function findHeaderEnd(buffer: Buffer, at: number): { end: number; bodyAt: number } | null {
  const window = buffer.subarray(at, at + maxHeaderBytes);
  const strict = window.indexOf('\r\n\r\n');
  const loose = window.indexOf('\n\n');
  if (strict >= 0 && (loose < 0 || strict < loose)) return { end: at + strict, bodyAt: at + strict + 4 };
  return loose >= 0 ? { end: at + loose, bodyAt: at + loose + 2 } : null;
}

function readHeaders(text: string): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const values = headers.get(name);
    const value = line.slice(colon + 1).trim();
    if (values) values.push(value);
    else headers.set(name, [value]);
  }
  return headers;
}
