/** The HTTP methods that the contract uses. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An API endpoint: its method, and its path below the server's origin with `{parameters}` in braces. */
export interface Endpoint {
  readonly method: Method;
  readonly path: `/public/api/${string}`;
}

/**
 * Fills the `{parameters}` of an endpoint's path, percent-encoded.
 * @param path a path as written in the contract, `/public/api/v3/cameras/{id}`
 * @param parameters one text per name in braces
 * @throws {TypeError} when a parameter is missing: sending a request to a path with a brace in it is never meant
 * @example fillPath('/public/api/v3/cameras/{id}', { id: 'c1' }) // '/public/api/v3/cameras/c1'
 */
export function fillPath(path: string, parameters: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new TypeError(`The path ${path} needs the parameter "${name}"; pass it by that name.`);
    return encodeURIComponent(value);
  });
}
