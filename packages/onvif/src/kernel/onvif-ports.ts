/** Time and timers of whoever uses this package, so that minutes are tested in microseconds. */
export interface OnvifClock {
  /** Unix milliseconds. */
  now(): number;
  /** Milliseconds from any origin; never jumps. */
  monotonic(): number;
  /** Calls once after `delay` milliseconds; the result cancels. */
  after(delay: number, call: () => void): () => void;
}

/** Decides where this package may connect to. */
export interface OnvifNetwork {
  /**
   * Resolves a host once; every connection then goes to exactly this address.
   * @throws an error whose `code` is `camera-host-unknown` or `camera-address-forbidden`
   */
  resolve(host: string): Promise<string>;
  /** The same check on a bare address. */
  isAllowed(address: string): boolean;
}

/** Where is said what nobody needs to act upon. */
export interface OnvifLog {
  debug(details: Readonly<Record<string, unknown>>, text: string): void;
}
