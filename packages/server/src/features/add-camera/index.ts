export { createAgentAccess } from './add-camera-agent-access.ts';
export { createAddCameraModule } from './add-camera-module.ts';
