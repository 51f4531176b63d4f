export { createAccessLogModule, createViewingsModule } from './log/sharing-log-module.ts';
export { createAccessLog } from './log/sharing-log-recorder.ts';
export { createRecent } from './log/sharing-log-recent.ts';
export { requireManagedCameras } from './sharing-cameras.ts';
export { actorOf, entryBy, grantOfEntry } from './sharing-changes.ts';
export type { AccessChangeRecorder, SharingActor } from './sharing-changes.ts';
export { lockCustomer, retryOnce } from './sharing-locks.ts';
export { createSharingModule } from './sharing-module.ts';
