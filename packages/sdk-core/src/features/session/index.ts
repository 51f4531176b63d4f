export { createDeviceAuthorizationsApi } from './session-device-code-approval.ts';
export type { DeviceAuthorizationsApi } from './session-device-code-approval.ts';
export { createSession } from './session.ts';
export type {
  DeviceCode,
  DeviceCodeSignIn,
  Session,
  SessionApi,
  SessionControl,
  SessionEnd,
  SignIn,
  SubjectChange,
} from './session-types.ts';
