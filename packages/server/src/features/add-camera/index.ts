export { registerAgentSocket } from './add-camera-agent-socket.ts';
export type { AgentSocket, AgentSocketDeps } from './add-camera-agent-socket.ts';
export { registerAddCameraRoutes } from './add-camera-routes.ts';
export { createCameraSearch } from './add-camera-search.ts';
export type { CameraSearch, CameraSearchDeps } from './add-camera-search.ts';
export { createAddCameraService } from './add-camera-service.ts';
export type { AddCameraDeps, AddCameraService } from './add-camera-service.ts';
