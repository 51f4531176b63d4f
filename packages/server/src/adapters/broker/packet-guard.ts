/** Reads along with what a viewer sends and says when it is too much: the parser itself would wait for 256 MB. */
export interface PacketGuard {
  /** False: close the connection. @param now ms of any clock that does not jump */
  accepts(bytes: Uint8Array, now: number): boolean;
}

export interface PacketLimits {
  /** Bytes of one packet after its header. */
  readonly packet: number;
  /** Packets in ten seconds. */
  readonly rate: number;
}

const window = 10_000;

export function createPacketGuard({ packet, rate }: PacketLimits): PacketGuard {
  /** Bytes of the running packet that are still to come. */
  let rest = 0;
  /** Null between packets; while the length is read, what is known of it. */
  let header: { length: number; shift: number } | null = null;
  let count = 0;
  let windowStart = Number.NEGATIVE_INFINITY;

  const begins = (now: number): boolean => {
    if (now - windowStart >= window) {
      windowStart = now;
      count = 0;
    }
    count += 1;
    return count <= rate;
  };

  return {
    accepts: (bytes, now) => {
      let at = 0;
      while (at < bytes.length) {
        if (rest > 0) {
          const skipped = Math.min(rest, bytes.length - at);
          rest -= skipped;
          at += skipped;
          continue;
        }
        const byte = bytes[at] ?? 0;
        at += 1;
        if (!header) {
          if (!begins(now)) return false;
          header = { length: 0, shift: 0 };
          continue;
        }
        header.length += (byte & 127) << header.shift;
        if (header.length > packet || header.shift > 21) return false;
        header.shift += 7;
        if (byte < 128) {
          rest = header.length;
          header = null;
        }
      }
      return true;
    },
  };
}
