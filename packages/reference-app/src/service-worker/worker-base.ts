declare const self: ServiceWorkerGlobalScope;

/** Address of the server, in whose folder the worker's script is: `https://cams.example`, `https://example.org/cams`. */
export const server: string = new URL('.', self.location.href).href.replace(/\/$/, '');
/** Its path; empty at the root of its origin. */
export const basePath: string = new URL('.', self.location.href).pathname.replace(/\/$/, '');
