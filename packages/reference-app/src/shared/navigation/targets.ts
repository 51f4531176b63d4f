import { paths } from './paths.ts';

type QueryValue = string | number | readonly string[] | undefined;

/** Arrays repeat their key; what is empty is left out (specification 1, section 7). */
function withQuery(path: string, query: Readonly<Record<string, QueryValue>>): string {
  const pairs = Object.entries(query).flatMap(([key, value]) => {
    const values = value === undefined ? [] : typeof value === 'object' ? value : [String(value)];
    return values.map((each) => `${key}=${encodeURIComponent(each)}`);
  });
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

const inCamera = (path: string, id: string): string => path.replace(':id', encodeURIComponent(id));

/** Where the shell, banners, menus and messages lead, by name. @example navigate(to.Camera('yard', { at: 1_763_700_000_000 })) */
export const to = {
  Dashboard: () => paths.dashboard,
  ArchiveActivities: () => paths.activities,
  VideoWall: () => paths.videoWall,
  AddCamera: () => paths.addCamera,
  /** The page that makes a camera of the phone that it is open on. */
  PhoneCamera: () => paths.phoneCamera,
  /** @param at the moment to open, Unix milliseconds; absent: live */
  Camera: (id: string, { at }: { readonly at?: number } = {}) => withQuery(inCamera(paths.camera, id), { t: at }),
  CameraControl: (id: string) => inCamera(paths.cameraControl, id),
  CameraSettings: (id: string) => inCamera(paths.cameraSettings, id),
  CameraAbout: (id: string) => inCamera(paths.cameraAbout, id),
  CameraSubscription: (id: string) => inCamera(paths.cameraSubscription, id),
  CameraAccess: (id: string) => inCamera(paths.cameraAccess, id),
  CameraSmartEvents: (id: string) => inCamera(paths.cameraSmartEvents, id),
  /** The list of settings on phones; large screens have it beside every page. */
  SettingsMenu: () => paths.settingsMenu,
  Settings: () => paths.settings,
  SettingsAccount: () => paths.settingsAccount,
  SettingsNotifications: () => paths.settingsNotifications,
  SettingsTelegram: () => paths.settingsTelegram,
  SettingsLocations: () => paths.settingsLocations,
  LocationList: () => paths.settingsLocationList,
  Location: (locationId: string) => `${paths.settingsLocations}/${encodeURIComponent(locationId)}`,
  Room: (locationId: string, roomId: string) => `${paths.settingsLocations}/${encodeURIComponent(locationId)}/${encodeURIComponent(roomId)}`,
  SettingsPermissions: () => paths.settingsPermissions,
  SettingsBilling: () => paths.settingsBilling,
  TopUpBalance: () => paths.topUpBalance,
  /** Choosing plans, for these cameras when any are given. */
  Subscription: (cameraIds: readonly string[] = []) => withQuery('/checkout', { cameraIds }),
} as const;
