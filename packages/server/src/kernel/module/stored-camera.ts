import type { OnvifDevice } from '@watchpost/onvif';

/** Where a camera's video comes from. Includes its credentials: never send or log it. */
export type StoredSource =
  | {
      readonly kind: 'rtsp';
      readonly url: string;
      readonly lowUrl?: string | undefined;
      readonly username?: string | undefined;
      readonly password?: string | undefined;
      readonly device?: OnvifDevice | undefined;
    }
  | { readonly kind: 'agent'; readonly serialNumber: string; readonly model?: string | undefined }
  | { readonly kind: 'phone'; readonly model?: string | undefined };

/** What modules need to know of a camera to start it. */
export interface StoredCamera {
  readonly id: string;
  readonly ownerId: string;
  readonly source: StoredSource;
  readonly archiveDays: number;
}
