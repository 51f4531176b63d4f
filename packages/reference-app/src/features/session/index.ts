export { DeviceCodeScreen } from './device-code/session-device-code-screen.tsx';
export { deviceCodeTitle } from './device-code/session-device-code-texts.ts';
export { prepareSignIn } from './session-prepare.ts';
export { SignInScreen } from './session-sign-in-screen.tsx';
