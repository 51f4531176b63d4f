/**
 * A body of the contract with every field named, optional ones too, even if only as undefined. A function that builds a response body ends
 * with `satisfies Complete<Body>`: a new field of the contract then does not compile until it is filled.
 * @example const toDevice = (row: DeviceRow) => ({ id: row.id, name: row.name ?? undefined }) satisfies Complete<Device>;
 */
export type Complete<Body> = { [Field in keyof Required<Body>]: Body[Field] };
