import type { ComponentType } from 'react';
import type { ScreenName } from '../shared/navigation/routes.ts';

type LoadScreen = () => Promise<ComponentType>;

/** A call, because each `(await import(…)).Name` is compiled to three times its name, and the first screen waits for this table. */
const screen =
  <Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name): LoadScreen =>
  async () =>
    (await load())[name];

const checkout: LoadScreen = screen(() => import('../routes/checkout.tsx'), 'CheckoutRoute');
const cameraAbout: LoadScreen = screen(() => import('../routes/camera/camera-about.tsx'), 'CameraAboutRoute');
const settingsBilling: LoadScreen = screen(() => import('../routes/settings/settings-billing.tsx'), 'SettingsBillingRoute');
const settingsLocations: LoadScreen = screen(() => import('../routes/settings/settings-locations.tsx'), 'SettingsLocationsRoute');
const smartEvents: LoadScreen = screen(() => import('../routes/smart-events.tsx'), 'SmartEventsRoute');

/** Loads the code of each screen, in its own chunk. */
export const loadScreen: Readonly<Record<ScreenName, LoadScreen>> = {
  signIn: screen(() => import('../routes/sign-in.tsx'), 'SignInRoute'),
  dashboard: screen(() => import('../routes/dashboard.tsx'), 'DashboardRoute'),
  addCamera: screen(() => import('../routes/add-camera.tsx'), 'AddCameraRoute'),
  device: screen(() => import('../routes/device.tsx'), 'DeviceRoute'),
  phoneCamera: screen(() => import('../routes/phone-camera.tsx'), 'PhoneCameraRoute'),
  camera: screen(() => import('../routes/camera.tsx'), 'CameraRoute'),
  operator: screen(() => import('../routes/operator.tsx'), 'OperatorRoute'),
  settingsMenu: screen(() => import('../routes/settings/settings-menu.tsx'), 'SettingsMenuRoute'),
  settingsAccount: screen(() => import('../routes/settings/settings-account.tsx'), 'SettingsAccountRoute'),
  settingsNotifications: screen(() => import('../routes/settings/settings-notifications.tsx'), 'SettingsNotificationsRoute'),
  settingsTelegram: screen(() => import('../routes/settings/settings-telegram.tsx'), 'SettingsTelegramRoute'),
  activities: screen(() => import('../routes/activities.tsx'), 'ActivitiesRoute'),
  videoWall: screen(() => import('../routes/video-wall.tsx'), 'VideoWallRoute'),
  sharedLink: screen(() => import('../routes/shared-link.tsx'), 'SharedLinkRoute'),
  guest: screen(() => import('../routes/guest.tsx'), 'GuestRoute'),
  cameraControl: screen(() => import('../routes/camera/camera-control.tsx'), 'CameraControlRoute'),
  cameraSettings: screen(() => import('../routes/camera/camera-settings.tsx'), 'CameraSettingsRoute'),
  smartEvents,
  smartEvent: smartEvents,
  cameraAlerts: screen(() => import('../routes/camera/camera-alerts.tsx'), 'CameraAlertsRoute'),
  manageAccess: screen(() => import('../routes/manage-access.tsx'), 'ManageAccessRoute'),
  cameraPlan: screen(() => import('../routes/camera/camera-plan.tsx'), 'CameraPlanRoute'),
  cameraAbout,
  cameraUpdates: cameraAbout,
  settingsPermissions: screen(() => import('../routes/settings/settings-permissions.tsx'), 'SettingsPermissionsRoute'),
  settingsDevelopers: screen(() => import('../routes/settings/settings-developers.tsx'), 'SettingsDevelopersRoute'),
  settingsQuality: screen(() => import('../routes/settings/settings-quality.tsx'), 'SettingsQualityRoute'),
  settingsBilling,
  topUpBalance: settingsBilling,
  orderPayment: screen(() => import('../routes/order-payment.tsx'), 'OrderPaymentRoute'),
  invoicePayment: checkout,
  checkoutPurchase: checkout,
  checkout,
  changeCameraPlan: checkout,
  settingsLocationList: settingsLocations,
  settingsLocation: settingsLocations,
  settingsRoom: settingsLocations,
};
