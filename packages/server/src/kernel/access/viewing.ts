import type { CameraAccess } from './access.ts';

export type ViewingKind = 'live' | 'archive';

/** A part of the archive, Unix milliseconds; `until` is excluded. */
export interface ViewedRange {
  readonly from: number;
  readonly until: number;
}

/** One of the sockets by which a viewer watches. */
export interface Viewing {
  /** Must be called when something is sent, however often: before, nothing was watched. */
  begin(): void;
  /**
   * Must be called every 10 s with the viewer's current access.
   * @throws {AppError} viewer-limit-reached when the limit was lowered, and this viewer is one of the newest
   */
  check(access: CameraAccess): void;
  end(): void;
}

/**
 * Records who watches, downloads or moves what, and limits how many viewers of a link watch a camera at the same time. Nothing of it waits for the
 * database. The User-Agent names the kind of device.
 */
export interface ViewingTracker {
  /**
   * Reserves a viewer's place for some seconds, without an entry: nothing has been shown yet.
   * @throws {AppError} viewer-limit-reached
   */
  admit(access: CameraAccess, kind: ViewingKind, userAgent: string | undefined): void;
  /**
   * Takes a viewer's place until the end of the viewing is called.
   * @throws {AppError} viewer-limit-reached
   */
  open(access: CameraAccess, kind: ViewingKind, userAgent: string | undefined): Viewing;
  /**
   * Notes one request of a viewer who watches by many; the viewing ends when they stop.
   * @param range the part of the archive that was requested; null for live video
   * @throws {AppError} viewer-limit-reached
   */
  touch(access: CameraAccess, kind: ViewingKind, range: ViewedRange | null, userAgent: string | undefined): void;
  /**
   * Notes a download, and takes a viewer's place until its end is called. Requests for further parts of the same range are the same
   * download.
   * @throws {AppError} viewer-limit-reached
   */
  download(access: CameraAccess, range: ViewedRange, userAgent: string | undefined): Omit<Viewing, 'begin'>;
  /**
   * Notes that a viewer moves the camera; called for each movement. The entry ends when they stop, or when another viewer takes over. It takes
   * no viewer's place.
   */
  steer(access: CameraAccess, userAgent: string | undefined): void;
  /** Notes that a viewer attempted what the grant doesn't allow; at most once in ten minutes. */
  refuse(access: CameraAccess, subject: RefusedSubject, userAgent: string | undefined): void;
}

/** What a viewer was refused: the archive, the camera outside of its hours, or a place among the link's viewers. */
export type RefusedSubject = 'archive' | 'hours' | 'viewers';
