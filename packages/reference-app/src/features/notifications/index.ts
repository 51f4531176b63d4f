export { AlertsScreen } from './camera/notifications-camera-screen.tsx';
export { AlertsSwitch } from './camera/notifications-camera-snooze.tsx';
export { alertsTitle } from './camera/notifications-camera-texts.ts';
export { startPush } from './notifications-page.ts';
export { PushSetting } from './notifications-setting.tsx';
export { UpdatePrompt } from './notifications-update-prompt.tsx';
