import type { ComponentType } from 'react';
import type { ScreenName } from '../shared/navigation/routes.ts';

type LoadScreen = () => Promise<ComponentType>;

const checkout: LoadScreen = async () => (await import('../routes/checkout.tsx')).CheckoutRoute;
const settingsLocations: LoadScreen = async () => (await import('../routes/settings/settings-locations.tsx')).SettingsLocationsRoute;

/** Loads the code of each screen, in its own chunk. */
export const loadScreen: Readonly<Record<ScreenName, LoadScreen>> = {
  signIn: async () => (await import('../routes/sign-in.tsx')).SignInRoute,
  dashboard: async () => (await import('../routes/dashboard.tsx')).DashboardRoute,
  addCamera: async () => (await import('../routes/add-camera.tsx')).AddCameraRoute,
  device: async () => (await import('../routes/device.tsx')).DeviceRoute,
  phoneCamera: async () => (await import('../routes/phone-camera.tsx')).PhoneCameraRoute,
  camera: async () => (await import('../routes/camera.tsx')).CameraRoute,
  operator: async () => (await import('../routes/operator.tsx')).OperatorRoute,
  settingsMenu: async () => (await import('../routes/settings/settings-menu.tsx')).SettingsMenuRoute,
  settingsAccount: async () => (await import('../routes/settings/settings-account.tsx')).SettingsAccountRoute,
  settingsNotifications: async () => (await import('../routes/settings/settings-notifications.tsx')).SettingsNotificationsRoute,
  settingsTelegram: async () => (await import('../routes/settings/settings-telegram.tsx')).SettingsTelegramRoute,
  activities: async () => (await import('../routes/activities.tsx')).ActivitiesRoute,
  videoWall: async () => (await import('../routes/video-wall.tsx')).VideoWallRoute,
  sharedLink: async () => (await import('../routes/shared-link.tsx')).SharedLinkRoute,
  guest: async () => (await import('../routes/guest.tsx')).GuestRoute,
  cameraControl: async () => (await import('../routes/camera-control.tsx')).CameraControlRoute,
  cameraSettings: async () => (await import('../routes/camera-settings.tsx')).CameraSettingsRoute,
  smartEvents: async () => (await import('../routes/smart-events.tsx')).SmartEventsRoute,
  smartEvent: async () => (await import('../routes/smart-events.tsx')).SmartEventRoute,
  manageAccess: async () => (await import('../routes/manage-access.tsx')).ManageAccessRoute,
  cameraPlan: async () => (await import('../routes/camera-plan.tsx')).CameraPlanRoute,
  cameraAbout: async () => (await import('../routes/camera-about.tsx')).CameraAboutRoute,
  cameraUpdates: async () => (await import('../routes/camera-about.tsx')).CameraUpdatesRoute,
  settingsPermissions: async () => (await import('../routes/settings/settings-permissions.tsx')).SettingsPermissionsRoute,
  settingsDevelopers: async () => (await import('../routes/settings/settings-developers.tsx')).SettingsDevelopersRoute,
  settingsQuality: async () => (await import('../routes/settings/settings-quality.tsx')).SettingsQualityRoute,
  settingsBilling: async () => (await import('../routes/settings/settings-billing.tsx')).SettingsBillingRoute,
  topUpBalance: async () => (await import('../routes/settings/settings-billing.tsx')).TopUpBalanceRoute,
  orderPayment: async () => (await import('../routes/order-payment.tsx')).OrderPaymentRoute,
  invoicePayment: checkout,
  checkoutPurchase: checkout,
  checkout,
  changeCameraPlan: checkout,
  settingsLocationList: settingsLocations,
  settingsLocation: settingsLocations,
  settingsRoom: settingsLocations,
};
