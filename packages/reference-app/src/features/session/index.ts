export { SignInScreen } from './session-sign-in-screen.tsx';
