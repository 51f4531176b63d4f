export { createCameraAccess } from './cameras-access.ts';
export type { AccessTokenReader, CameraAccessResolver } from './cameras-access.ts';
export type { CameraAccess } from '../../kernel/access.ts';
