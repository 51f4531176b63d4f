/** A value of a URL’s query; null and undefined leave it out. */
export type QueryValue = string | number | boolean | null | undefined;
/** Parameters of a URL; an array repeats its key. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>;

/**
 * Serializes a query: `key=value` joined by `&`; arrays repeat the key; nulls and empty arrays are dropped.
 * @example serializeQuery({ id: ['a', 'b'], from: 1, room: null }) // 'id=a&id=b&from=1'
 */
export function serializeQuery(query: Query): string {
  return Object.entries(query)
    .flatMap(([key, value]) => (isList(value) ? value : [value]).map((item) => [key, item] as const))
    .filter(([, item]) => item !== null && item !== undefined)
    .map(([key, item]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(item))}`)
    .join('&');
}

function isList(value: QueryValue | readonly QueryValue[]): value is readonly QueryValue[] {
  return Array.isArray(value);
}
