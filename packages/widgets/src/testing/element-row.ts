/** One attribute of an element, and the property that is the same value. */
export interface Row {
  readonly attribute: string;
  /** The value as text, and as a property. */
  readonly text: string;
  readonly property: string;
  readonly value: unknown;
  /** Value of the property without the attribute. */
  readonly without: unknown;
  /** The prop that the component receives. */
  readonly seen: () => unknown;
  readonly expected?: unknown;
  /** Properties that it needs besides those of all rows. */
  readonly more?: Readonly<Record<string, unknown>>;
}
export const row = (
  attribute: string,
  property: string,
  text: string,
  value: unknown,
  without: unknown,
  seen: () => unknown,
  expected: unknown = value,
): Row => ({ attribute, property, text, value, without, seen, expected });
