import { matchPath } from 'react-router';
import { paths } from './paths.ts';
import type { PathName } from './paths.ts';

/** What surrounds a screen: the sidebar (on phones the screen's own header), a header, a header on large screens only, or nothing. */
export type Layout = 'sidebar' | 'header' | 'desktop-header' | 'empty';

export interface Screen {
  readonly access: 'public' | 'private';
  readonly layout: Layout;
  /** Shares the settings' side list. */
  readonly within?: 'settings';
  /** Patterns of placeholders; an address with any other value is unknown. */
  readonly parameters?: Readonly<Record<string, RegExp>>;
  /** The screen itself says what is wrong with an address whose placeholders have other values. */
  readonly explainsParameters?: true;
}

/** Short addresses that redirect to a screen. */
export const redirects = {
  settings: 'settingsAccount',
  settingsLocations: 'settingsLocationList',
  settingsTelegramShort: 'settingsTelegram',
} as const satisfies Partial<Record<PathName, PathName>>;

export type RedirectName = keyof typeof redirects;
export type ScreenName = Exclude<PathName, RedirectName>;

const camera = { id: /^[\w-]+$/ };
const inSidebar = { access: 'private', layout: 'sidebar' } as const;
const inSettings = { ...inSidebar, within: 'settings' } as const;

/** The only table of screens: the router, safePath(), the shell and the tests read it. */
export const screens: Readonly<Record<ScreenName, Screen>> = {
  signIn: { access: 'public', layout: 'empty' },
  dashboard: inSidebar,
  activities: inSidebar,
  videoWall: { access: 'private', layout: 'empty' },
  sharedLink: { access: 'public', layout: 'empty', parameters: { '*': /^[\w/]+$/ }, explainsParameters: true },
  guest: { access: 'public', layout: 'empty', parameters: { inviteId: /^[\w-]{1,64}$/ } },
  addCamera: { access: 'private', layout: 'empty' },
  phoneCamera: { access: 'public', layout: 'empty' },
  device: { access: 'private', layout: 'header' },
  camera: { ...inSidebar, parameters: camera },
  cameraControl: { ...inSidebar, parameters: camera },
  cameraSettings: { ...inSidebar, parameters: camera },
  smartEvents: { ...inSidebar, parameters: camera },
  smartEvent: {
    ...inSidebar,
    parameters: { ...camera, detection: /^(timelapse|(human|vehicle|line-crossing|intrusion|motion)-detection)$/ },
  },
  cameraAlerts: { ...inSidebar, parameters: camera },
  manageAccess: { ...inSidebar, parameters: camera },
  cameraAbout: { ...inSidebar, parameters: camera },
  cameraPlan: { ...inSidebar, parameters: camera },
  changeCameraPlan: { ...inSidebar, parameters: camera },
  cameraUpdates: { ...inSidebar, parameters: camera },
  operator: inSidebar,
  settingsMenu: inSettings,
  settingsAccount: inSettings,
  settingsNotifications: inSettings,
  // Exists only where there is a bot.
  settingsTelegram: inSidebar,
  // Their tables are as wide as the page.
  settingsPermissions: inSidebar,
  settingsDevelopers: inSidebar,
  settingsQuality: inSidebar,
  // The history is as wide as the page.
  settingsBilling: inSidebar,
  topUpBalance: inSidebar,
  orderPayment: { ...inSidebar, parameters: { id: /^[\w-]{1,64}$/ } },
  invoicePayment: inSidebar,
  checkoutPurchase: inSidebar,
  checkout: { ...inSidebar, parameters: { edit: /^(edit)?$/ } },
  settingsLocationList: inSettings,
  settingsLocation: { ...inSettings, parameters: { locationId: /^[\w-]+$/ } },
  settingsRoom: { ...inSettings, parameters: { locationId: /^[\w-]+$/, roomId: /^[\w-]+$/ } },
};

const isRedirect = (name: PathName): name is RedirectName => Object.hasOwn(redirects, name);
const isPathName = (name: string): name is PathName => Object.hasOwn(paths, name);
const names: readonly PathName[] = Object.keys(paths).filter(isPathName);
export const redirectNames: readonly RedirectName[] = names.filter(isRedirect);
export const screenNames: readonly ScreenName[] = names.filter((name): name is ScreenName => !isRedirect(name));

/** Whether the placeholders of a screen's address match their patterns. */
export function hasValidParameters(name: ScreenName, parameters: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(screens[name].parameters ?? {}).every(([key, pattern]) => pattern.test(parameters[key] ?? ''));
}

/**
 * Returns the route of an address, as the router would choose it; null when there is none.
 * @param pathname without query and fragment
 */
export function routeOf(pathname: string): PathName | null {
  for (const name of names) {
    const match = matchPath({ path: paths[name], end: true }, pathname);
    if (match) return isRedirect(name) || hasValidParameters(name, match.params) ? name : null;
  }
  return null;
}
