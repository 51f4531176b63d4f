/** A page in which a function can run and give what it read, whatever drives the browser. */
export interface Readable {
  evaluate<Result>(read: () => Result | Promise<Result>): Promise<Result>;
}
