export { CameraNotificationsDialog } from './camera/notifications-camera-dialog.tsx';
export { startPush } from './notifications-page.ts';
export type { StartPushOptions } from './notifications-page.ts';
export { PushSetting } from './notifications-setting.tsx';
export { UpdatePrompt } from './notifications-update-prompt.tsx';
