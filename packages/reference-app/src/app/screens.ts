import type { ComponentType } from 'react';
import type { ScreenName } from '../shared/navigation/routes.ts';
import type { ComingTopic } from '../shell/coming/coming-topics.ts';

type LoadScreen = () => Promise<ComponentType>;

const comingFramed = (topic: ComingTopic): LoadScreen => async () => (await import('../routes/coming.tsx')).comingFramed(topic);
const comingUnderHeader = (topic: ComingTopic): LoadScreen => async () => (await import('../routes/coming.tsx')).comingUnderHeader(topic);
const comingSetting = (topic: ComingTopic): LoadScreen => async () => (await import('../routes/coming.tsx')).comingSetting(topic);
const comingOfCamera = (topic: ComingTopic): LoadScreen => async () => (await import('../routes/coming.tsx')).comingOfCamera(topic);

const settingsLocations: LoadScreen = async () => (await import('../routes/settings-locations.tsx')).SettingsLocationsRoute;

/** The code of every screen, a chunk each; what belongs to a later part says what it will be. */
export const loadScreen: Readonly<Record<ScreenName, LoadScreen>> = {
  signIn: async () => (await import('../routes/sign-in.tsx')).SignInRoute,
  dashboard: async () => (await import('../routes/dashboard.tsx')).DashboardRoute,
  addCamera: async () => (await import('../routes/add-camera.tsx')).AddCameraRoute,
  phoneCamera: async () => (await import('../routes/phone-camera.tsx')).PhoneCameraRoute,
  camera: async () => (await import('../routes/camera.tsx')).CameraRoute,
  settingsMenu: async () => (await import('../routes/settings-menu.tsx')).SettingsMenuRoute,
  settingsAccount: async () => (await import('../routes/settings-account.tsx')).SettingsAccountRoute,
  settingsNotifications: async () => (await import('../routes/settings-notifications.tsx')).SettingsNotificationsRoute,
  activities: async () => (await import('../routes/activities.tsx')).ActivitiesRoute,
  videoWall: async () => (await import('../routes/video-wall.tsx')).VideoWallRoute,
  sharedLink: async () => (await import('../routes/shared-link.tsx')).SharedLinkRoute,
  checkout: comingUnderHeader('checkout'),
  purchase: comingUnderHeader('purchase'),
  invoicePayment: comingFramed('invoicePayment'),
  cardPayment: async () => (await import('../routes/card-payment.tsx')).CardPaymentRoute,
  cameraControl: async () => (await import('../routes/camera-control.tsx')).CameraControlRoute,
  cameraSettings: async () => (await import('../routes/camera-settings.tsx')).CameraSettingsRoute,
  cameraAbout: async () => (await import('../routes/camera-about.tsx')).CameraAboutRoute,
  cameraUpdates: async () => (await import('../routes/camera-about.tsx')).CameraUpdatesRoute,
  cameraAccess: comingOfCamera('cameraAccess'),
  cameraSmartEvents: comingOfCamera('cameraSmartEvents'),
  cameraSmartEvent: comingOfCamera('cameraSmartEvents'),
  cameraSubscription: comingOfCamera('cameraSubscription'),
  cameraSubscriptionChange: comingOfCamera('cameraSubscription'),
  settingsTelegram: comingSetting('telegram'),
  settingsLocationList: settingsLocations,
  settingsLocation: settingsLocations,
  settingsRoom: settingsLocations,
  settingsPermissions: comingSetting('permissions'),
  settingsBilling: comingSetting('billing'),
  topUpBalance: comingSetting('topUp'),
};
