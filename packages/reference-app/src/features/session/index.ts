export { AppsPromotionScreen } from './session-apps-screen.tsx';
export { SignInScreen } from './session-sign-in-screen.tsx';
