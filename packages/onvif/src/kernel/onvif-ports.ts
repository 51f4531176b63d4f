/** Decides where this package may connect to. */
export interface OnvifNetwork {
  /**
   * Resolves a host once; every connection then goes to exactly this address.
   * @throws an error whose `code` is `camera-host-unknown`, `camera-address-forbidden` or `camera-address-loopback`
   */
  resolve(host: string): Promise<string>;
  /** Runs the same check on a bare address. */
  isAllowed(address: string): boolean;
}

/** Logs messages that require no action. */
export interface OnvifLog {
  debug(details: Readonly<Record<string, unknown>>, text: string): void;
}
