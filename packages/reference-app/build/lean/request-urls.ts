/** Stands in for the address and JSON helpers of ofetch: sdk-core passes whole addresses, and reads bodies itself. */
function refuse(): never {
  throw new Error('The bundle has no helpers for addresses: see build/lean-libraries.ts.');
}

export const withBase = refuse;
export const withQuery = refuse;
// oxlint-disable-next-line import/no-default-export -- ofetch imports destr by it
export default refuse;
