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
 * Splits the byte stream of an RTSP connection into messages and interleaved frames (RFC 2326, 10.12). Once the peer has spoken RTSP, bytes
 * that are neither are skipped: some cameras write more than their frames say, or less.
 * @returns a function that receives the next bytes; throws ParseError when they are not RTSP
 */
export function createRtspReader(handler: RtspReaderHandler): (chunk: Buffer) => void {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  /** Number of bytes without which nothing can be read. */
  let needed = 1;
  let hasSpoken = false;
  let isLost = false;
  /** Bytes since the last frame or message, with those that only looked like the beginning of one. */
  let skipped = 0;
  const channels = new Set<number>();

  /** Returns the bytes used, or minus the bytes needed from `at` on. */
  const readNext = (buffer: Buffer, at: number): number => {
    if (isLost) {
      const found = findNext(buffer, at, channels);
      skipped += found.skip;
      if (skipped > maxSkippedBytes) throw new ParseError('The peer no longer speaks RTSP.');
      if (found.skip > 0) return found.skip;
      if (found.needed > 0) return -found.needed;
      isLost = false;
    }
    if (buffer[at] !== dollar) return readMessage(buffer, at, handler);
    const looks = hasSpoken ? looksLikeFrame(buffer, at) : 'yes';
    if (looks === 'no') throw new ParseError('This is not a frame.');
    if (typeof looks === 'number') return -looks;
    const length = readFrame(buffer, at, handler);
    if (length > 0) channels.add(buffer[at + 1] ?? 0);
    return length;
  };

  const push = (chunk: Buffer): void => {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes < needed) return;
    let buffer = waiting.length === 1 ? chunk : Buffer.concat(waiting, waitingBytes);
    let at = 0;
    needed = 1;
    while (at < buffer.length) {
      let length: number;
      try {
        length = readNext(buffer, at);
        if (length > 1 && !isLost) {
          hasSpoken = true;
          skipped = 0;
        }
      } catch (error) {
        if (!(error instanceof ParseError) || !hasSpoken || isLost) throw error;
        isLost = true;
        skipped += 1;
        length = 1;
      }
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
  return (chunk) => {
    let rest = chunk;
    // The frame that the chunk before has begun is completed by itself: joining whole chunks would copy every byte of a camera. Its header
    // may be split, too, and needs the byte behind it.
    for (let part = 0; part < 3 && waiting[0]?.[0] === dollar && !isLost; part += 1) {
      const missing = needed - waitingBytes;
      if (missing <= 0 || missing >= rest.length) break;
      push(rest.subarray(0, missing));
      rest = rest.subarray(missing);
    }
    push(rest);
  };
}

/** More than a key frame, after which a peer has had its chance. */
const maxSkippedBytes = 1024 * 1024;
const rtsp = Buffer.from('RTSP/1.');
const frameHeaderBytes = 4;
const minRtcpBytes = 8;

/**
 * Whether a frame begins here: with RTP or RTCP in it; a short one with something behind it.
 * @returns the bytes needed to know, from `at` on
 */
function looksLikeFrame(buffer: Buffer, at: number): 'yes' | 'no' | number {
  const available = buffer.length - at;
  if (available < frameHeaderBytes) return frameHeaderBytes;
  const length = buffer.readUInt16BE(at + 2);
  const isShort = length < minRtcpBytes;
  const needed = frameHeaderBytes + (isShort ? length + 1 : 1);
  if (available < needed) return needed;
  return (isShort ? beginsAnything(buffer, at + needed - 1) : isRtp(buffer, at)) ? 'yes' : 'no';
}

/** RTP and RTCP begin with their version. */
function isRtp(buffer: Buffer, frame: number): boolean {
  return (buffer[frame + frameHeaderBytes] ?? 0) >> 6 === 2;
}

/** Whether a frame or a message may begin here; the end of what has arrived counts. */
function beginsAnything(buffer: Buffer, at: number): boolean {
  const byte = buffer[at];
  return byte === undefined || byte === dollar || byte === 0x0d || byte === 0x0a || (byte >= 0x41 && byte <= 0x5a);
}

/**
 * Looks for the next frame or answer among stray bytes.
 * @param channels on which frames have come so far
 * @returns the bytes to skip, or else the bytes needed to know; both 0 when it begins here
 */
function findNext(buffer: Buffer, start: number, channels: ReadonlySet<number>): { readonly skip: number; readonly needed: number } {
  for (let at = start; at < buffer.length; at += 1) {
    const available = buffer.length - at;
    if (buffer[at] === dollar) {
      if (available < frameHeaderBytes + 1) return at > start ? { skip: at - start, needed: 0 } : { skip: 0, needed: frameHeaderBytes + 1 };
      const length = buffer.readUInt16BE(at + 2);
      if (length < minRtcpBytes || !isRtp(buffer, at) || (channels.size > 0 && !channels.has(buffer[at + 1] ?? 0))) continue;
      // A frame only counts with something behind it.
      if (available <= frameHeaderBytes + length)
        return at > start ? { skip: at - start, needed: 0 } : { skip: 0, needed: frameHeaderBytes + length + 1 };
      if (beginsAnything(buffer, at + frameHeaderBytes + length)) return { skip: at - start, needed: 0 };
    } else if (buffer[at] === rtsp[0]) {
      const length = Math.min(available, rtsp.length);
      if (rtsp.compare(buffer, at, at + length, 0, length) !== 0) continue;
      if (length === rtsp.length || at > start) return { skip: at - start, needed: 0 };
      return { skip: 0, needed: rtsp.length };
    }
  }
  return { skip: buffer.length - start, needed: 0 };
}

/** Returns the bytes used, or minus the bytes needed from `at` on. */
function readFrame(buffer: Buffer, at: number, handler: RtspReaderHandler): number {
  const available = buffer.length - at;
  if (available < frameHeaderBytes) return -frameHeaderBytes;
  const length = frameHeaderBytes + buffer.readUInt16BE(at + 2);
  if (available < length) return -length;
  handler.onFrame(buffer[at + 1] ?? 0, buffer.subarray(at + frameHeaderBytes, at + length));
  return length;
}

function readMessage(buffer: Buffer, at: number, handler: RtspReaderHandler): number {
  const first = buffer[at];
  // Some cameras send an empty line between messages.
  if (first === 0x0d || first === 0x0a) return 1;
  const available = buffer.length - at;
  const lineLength = buffer.subarray(at, at + maxHeaderBytes).indexOf(0x0a);
  const isLineComplete = lineLength >= 0;
  const lineEnd = at + lineLength;
  // Only the first word of an incomplete line is examined.
  const startLine = buffer
    .toString('latin1', at, Math.min(buffer.length, at + (isLineComplete ? Math.min(lineLength, 4096) : 24)))
    .trimEnd();
  if (!(isLineComplete ? /^(RTSP\/1\.\d \d{3}( .*)?|[A-Z_]{3,20} \S+ RTSP\/1\.\d)$/ : /^[A-Z_]{1,20}($|[ /])/).test(startLine)) {
    throw new ParseError('The peer does not speak RTSP.');
  }
  const headerEnd = isLineComplete ? findHeaderEnd(buffer, at) : null;
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
