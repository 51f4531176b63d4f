/** Stands in for what React Router decodes of the errors of server components, which this app does not use. */
export const decodeRedirectErrorDigest = (): undefined => undefined;
export const decodeRouteErrorResponseDigest = (): undefined => undefined;
