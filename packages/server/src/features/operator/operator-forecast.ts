/** How the footage of one camera grows. */
export interface Growth {
  readonly bytesPerDay: number;
  /** Until its oldest footage has had its days: from then on, as much is deleted as is recorded. */
  readonly daysUntilBalance: number;
}

/**
 * Returns in how many days the room is used up, at the rate of now; null when it never will be.
 * @param roomBytes what is still free for footage; 0 or less is full now
 */
export function daysUntilFull(growths: readonly Growth[], roomBytes: number): number | null {
  if (roomBytes <= 0) return 0;
  const growing = growths
    .filter(({ bytesPerDay, daysUntilBalance }) => bytesPerDay > 0 && daysUntilBalance > 0)
    .toSorted((a, b) => a.daysUntilBalance - b.daysUntilBalance);
  let rate = growing.reduce((sum, { bytesPerDay }) => sum + bytesPerDay, 0);
  let [room, day] = [roomBytes, 0];
  for (const { bytesPerDay, daysUntilBalance } of growing) {
    const grown = rate * (daysUntilBalance - day);
    if (grown >= room) return day + room / rate;
    room -= grown;
    day = daysUntilBalance;
    rate -= bytesPerDay;
  }
  return null;
}
