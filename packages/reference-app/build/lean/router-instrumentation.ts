/** Stands in for React Router's instrumentation, which only runs with the option `instrumentations`. */
function refuse(): never {
  throw new Error('The bundle has no instrumentation: see build/lean-libraries.ts.');
}

export const consumeInstrumentationClientResultMetaReceiver = (): undefined => undefined;
export const getRouteInstrumentationUpdates = refuse;
export const instrumentClientSideRouter = refuse;
