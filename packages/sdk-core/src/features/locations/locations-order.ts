/** What has a position among others. */
export interface Ordered {
  readonly id: string;
  readonly order: number;
}

/** Sorts by order; entries with equal orders by id, as on every device. */
export function inOrder<T extends Ordered>(list: readonly T[]): T[] {
  return list.toSorted((one, other) => one.order - other.order || (one.id < other.id ? -1 : 1));
}
