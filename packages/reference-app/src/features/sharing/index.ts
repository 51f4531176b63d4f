export { AccessSection } from './manage/sharing-access-section.tsx';
export { rememberLink } from './guest/sharing-guest-links.ts';
export { GuestScreen } from './guest/sharing-guest-screen.tsx';
export { LandingScreen } from './landing/sharing-landing-screen.tsx';
export { ManageAccessScreen } from './manage/sharing-manage-screen.tsx';
export { manageAccessTitle } from './manage/sharing-manage-texts.ts';
export { ShareDialogLoader } from './manage/sharing-share.tsx';
export { PermissionsScreen } from './permissions/sharing-permissions-screen.tsx';
