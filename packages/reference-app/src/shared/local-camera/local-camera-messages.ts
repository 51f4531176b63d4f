/** A request to a camera in the user's network, sent on behalf of the page. */
export interface LocalCameraRequest {
  readonly url: string;
  /** Has no signal: aborting ends the worker. */
  readonly init: Omit<RequestInit, 'signal'>;
}

/** Null: the camera cannot be reached, or its CORS headers forbid the request. */
export type LocalCameraAnswer = { readonly status: number; readonly body: string } | null;
