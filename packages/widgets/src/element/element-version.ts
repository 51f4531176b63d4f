/** Replaced by the build. */
declare const watchpostVersion: string;

/** Version of this package; `0.0.0` when its sources run. */
export const elementVersion: string = typeof watchpostVersion === 'string' ? watchpostVersion : '0.0.0';
