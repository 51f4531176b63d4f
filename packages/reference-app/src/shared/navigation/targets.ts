import { paths } from './paths.ts';

type QueryValue = string | number | readonly string[] | undefined;

/** Appends a query; arrays repeat their key, and empty values are left out (specification 1, section 7). */
function withQuery(path: string, query: Readonly<Record<string, QueryValue>>): string {
  const pairs = Object.entries(query).flatMap(([key, value]) => {
    const values = value === undefined ? [] : typeof value === 'object' ? value : [String(value)];
    return values.map((each) => `${key}=${encodeURIComponent(each)}`);
  });
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

const inCamera = (path: string, id: string): string => path.replace(':id', encodeURIComponent(id));

/** Addresses that the shell, banners, menus and messages link to, by name. @example navigate(to.Camera('yard', { at: 1_763_700_000_000 })) */
export const to = {
  Dashboard: () => paths.dashboard,
  /** @param returnUrl the path to open after signing in */
  SignIn: (returnUrl: string) => withQuery(paths.signIn, { returnUrl }),
  /** @param token the secret of the link */
  SharedLink: (token: string) => paths.sharedLink.replace('*', token),
  /** The page of a link's guest, whose address does not contain the secret. */
  Guest: (inviteId: string) => paths.guest.replace(':inviteId', encodeURIComponent(inviteId)),
  /** @param q a search, as it is typed: `person yard yesterday` */
  ArchiveActivities: ({ q }: { readonly q?: string } = {}) => withQuery(paths.activities, { q }),
  VideoWall: () => paths.videoWall,
  AddCamera: () => paths.addCamera,
  /** The page that turns the current phone into a camera. */
  PhoneCamera: () => paths.phoneCamera,
  /** The page that approves the sign-in of a program or a device. */
  Device: () => paths.device,
  /** @param at the moment to open, Unix milliseconds; absent: live */
  Camera: (id: string, { at }: { readonly at?: number } = {}) => withQuery(inCamera(paths.camera, id), { t: at }),
  /** Its notification settings. */
  CameraAlerts: (id: string) => inCamera(paths.cameraAlerts, id),
  CameraControl: (id: string) => inCamera(paths.cameraControl, id),
  CameraSettings: (id: string) => inCamera(paths.cameraSettings, id),
  SmartEvents: (id: string) => inCamera(paths.smartEvents, id),
  /** @param detection the last part of its address: `human-detection` */
  SmartEvent: (id: string, detection: string) => inCamera(paths.smartEvent, id).replace(':detection', detection),
  ManageAccess: (id: string) => inCamera(paths.manageAccess, id),
  ChangeCameraPlan: (id: string) => inCamera(paths.changeCameraPlan, id),
  CameraPlan: (id: string) => inCamera(paths.cameraPlan, id),
  CameraAbout: (id: string) => inCamera(paths.cameraAbout, id),
  /** The list of settings on phones; large screens show it beside every page. */
  SettingsMenu: () => paths.settingsMenu,
  Settings: () => paths.settings,
  SettingsAccount: () => paths.settingsAccount,
  SettingsTelegram: () => paths.settingsTelegram,
  SettingsNotifications: () => paths.settingsNotifications,
  SettingsPermissions: () => paths.settingsPermissions,
  SettingsDevelopers: () => paths.settingsDevelopers,
  SettingsQuality: () => paths.settingsQuality,
  SettingsBilling: () => paths.settingsBilling,
  TopUpBalance: () => paths.topUpBalance,
  /** The result of a payment. @param redirect the path to go on with */
  OrderPayment: (id: string, query: { readonly paymentType: 'subscription' | 'balance'; readonly redirect?: string }) =>
    withQuery(paths.orderPayment.replace(':id', encodeURIComponent(id)), { ...query }),
  /** Where an invoice is found again. */
  InvoicePayment: (order: string) => withQuery(paths.invoicePayment, { order }),
  /** The plans of these cameras. @param isEditing plans are changed, and can be ended */
  Subscription: (cameraIds: readonly string[], isEditing = false) =>
    withQuery(paths.checkout.replace('/:edit?', isEditing ? '/edit' : ''), { cameraIds }),
  /** A later step of the checkout. */
  CheckoutPurchase: (query: {
    readonly cameraIds: readonly string[];
    readonly step: string;
    readonly edit: 'yes' | undefined;
    readonly order: string | undefined;
  }) => withQuery(paths.checkoutPurchase, { ...query }),
  SettingsLocations: () => paths.settingsLocations,
  LocationList: () => paths.settingsLocationList,
  Location: (locationId: string) => `${paths.settingsLocations}/${encodeURIComponent(locationId)}`,
  Room: (locationId: string, roomId: string) =>
    `${paths.settingsLocations}/${encodeURIComponent(locationId)}/${encodeURIComponent(roomId)}`,
} as const;
