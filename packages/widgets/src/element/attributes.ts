/** Converts an attribute's text to the property's value; null: the attribute is absent. */
export type AttributeReader<Value> = (text: string | null) => Value;
export type Attributes = Readonly<Record<string, AttributeReader<unknown>>>;

export const text: AttributeReader<string | null> = (value) => value;

/** A boolean attribute: `name="false"` is false, `name` is true. @param without value without the attribute */
export function flag(without: boolean): AttributeReader<boolean> {
  return (value) => (value === null ? without : value !== 'false');
}

/** A finite number. @param without value for anything else */
export function number<Without>(without: Without): AttributeReader<number | Without> {
  return (value) => (value && Number.isFinite(Number(value)) ? Number(value) : without);
}

/** One of a few words; anything else is the first. */
export function choice<Value extends string>(first: Value, ...others: readonly Value[]): AttributeReader<Value> {
  return (value) => others.find((other) => other === value) ?? first;
}

/**
 * Defines a property for each attribute, `cameraId` for `camera-id`. Both are one value. Null or undefined removes the attribute, and so does
 * false where its absence means that: style sheets see `[open]` as they do on a `<dialog>`.
 */
export function reflectAttributes(element: HTMLElement, attributes: Attributes): void {
  for (const [name, read] of Object.entries(attributes)) {
    Object.defineProperty(element, propertyOf(name), {
      configurable: true,
      enumerable: true,
      get(this: HTMLElement) {
        return read(this.getAttribute(name));
      },
      set(this: HTMLElement, value: string | number | boolean | null | undefined) {
        if (value === null || value === undefined || (value === false && !read(null))) this.removeAttribute(name);
        else this.setAttribute(name, value === true ? '' : `${value}`);
      },
    });
  }
}

function propertyOf(attribute: string): string {
  return attribute.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
