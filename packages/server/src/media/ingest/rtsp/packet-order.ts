import type { Clock } from '@watchpost/contract/timing/clock';

/** So many packets wait for one that is missing … */
const maxHeld = 16;
/** … or for so long: networks only reorder packets that follow each other closely. */
const maxHeldMs = 100;
/** A number that is further away belongs to another count. */
const maxDistance = 1000;

/**
 * Puts the packets of one track in their order, which networks change over UDP; what comes twice or too late is dropped.
 * @param onPacket receives the packets in their order; where one is lost, without it
 * @returns a function that receives the packets as they arrive, and may keep them
 */
export function createPacketOrder(clock: Pick<Clock, 'monotonic'>, onPacket: (data: Buffer) => void): (data: Buffer) => void {
  /** Packets that arrived too early, by number. */
  const held = new Map<number, Buffer>();
  let heldSince = 0;
  let source: number | null = null;
  /** Number of the next packet. */
  let next = 0;
  /** Late packets since the last one in order: many are a new count. */
  let late = 0;

  const distanceTo = (sequence: number): number => ((sequence - next) << 16) >> 16;
  const pass = (sequence: number, data: Buffer): void => {
    next = (sequence + 1) & 0xffff;
    late = 0;
    onPacket(data);
  };
  /** Passes on what follows without a gap. */
  const passHeld = (): void => {
    for (let data = held.get(next); data; data = held.get(next)) {
      held.delete(next);
      pass(next, data);
    }
    heldSince = clock.monotonic();
  };
  const skipMissing = (): void => {
    const [nearest] = [...held.keys()].sort((a, b) => distanceTo(a) - distanceTo(b));
    if (nearest === undefined) return;
    next = nearest;
    passHeld();
  };

  return (data) => {
    // No RTP: nothing that has a place.
    if (data.length < 12) return onPacket(data);
    const sequence = data.readUInt16BE(2);
    const distance = distanceTo(sequence);
    const isOtherCount = source !== data.readUInt32BE(8) || Math.abs(distance) > maxDistance || (distance < 0 && late >= maxHeld);
    if (isOtherCount) {
      while (held.size > 0) skipMissing();
      source = data.readUInt32BE(8);
      return pass(sequence, data);
    }
    if (distance < 0) {
      late += 1;
      return;
    }
    if (distance === 0) {
      pass(sequence, data);
      return passHeld();
    }
    if (held.size === 0) heldSince = clock.monotonic();
    held.set(sequence, data);
    while (held.size > maxHeld || (held.size > 0 && clock.monotonic() - heldSince > maxHeldMs)) skipMissing();
  };
}
