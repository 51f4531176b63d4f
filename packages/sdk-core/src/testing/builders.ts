import type { Grant } from '@watchpost/contract/access/capabilities';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import type { CameraEvent } from '@watchpost/contract/schemas/events';

/** Builds a camera that is online and owned by the user; a test sets only the fields it depends on. */
export function buildCamera(camera: Partial<Camera> = {}): Camera {
  return {
    id: 'camera-1',
    title: 'Front door',
    previewUrl: null,
    previewAt: null,
    platform: 'ThirdParty',
    isFullAccess: true,
    isOwner: true,
    withAudio: true,
    withArchive: true,
    canTalk: false,
    grant: null,
    sharedBy: null,
    watermark: null,
    state: 'online',
    stateSince: 0,
    stateReason: null,
    timeZone: 'Europe/Moscow',
    archiveDays: 7,
    createdAt: 0,
    ...camera,
  };
}

/** Builds view-only access with sound and archive, without limits; a test sets only the fields it depends on. */
export function buildGrant(grant: Partial<Grant> = {}): Grant {
  return {
    access: 'view',
    withAudio: true,
    withArchive: true,
    archiveFrom: null,
    archiveUntil: null,
    withPtz: false,
    dailyWindow: null,
    hasWatermark: false,
    expiresAt: null,
    ...grant,
  };
}

/** Builds an unseen motion event at the door; a test sets only the fields it depends on. */
export function buildEvent(event: Partial<CameraEvent> = {}): CameraEvent {
  return {
    id: 'event-1',
    cameraId: 'camera-1',
    type: 'motion',
    startAt: 0,
    endAt: 5000,
    area: { x: 0.25, y: 0.25, width: 0.25, height: 0.5 },
    pictureUrl: null,
    isSeen: false,
    isFalseAlarm: false,
    score: null,
    label: null,
    ...event,
  };
}
