/** Checks a client's bytes as they arrive and reports when a packet is too large: the parser itself would wait for 256 MB. */
export interface PacketGuard {
  /**
   * Returns false when the connection must be closed.
   * @param now ms of any monotonic clock
   */
  accepts(bytes: Uint8Array, now: number): boolean;
}

export interface PacketLimits {
  /** Maximum bytes of one packet after its header. */
  readonly packet: number;
  /** Maximum packets in ten seconds. */
  readonly rate: number;
}

const windowMs = 10_000;

export function createPacketGuard({ packet, rate }: PacketLimits): PacketGuard {
  /** Bytes of the current packet that have not arrived yet. */
  let rest = 0;
  /** Null between packets; while the length is read, its known part. */
  let header: { length: number; shift: number } | null = null;
  let count = 0;
  let windowStart = Number.NEGATIVE_INFINITY;

  const begins = (now: number): boolean => {
    if (now - windowStart >= windowMs) {
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
