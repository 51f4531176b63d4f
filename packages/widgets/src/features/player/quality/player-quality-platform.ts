import type { QualityBrowser, QualityReport } from '@watchpost/sdk-core';

/** The parts of `navigator` that name the browser and the system. */
export interface Platform {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
}

/** In this order: most browsers also name those that they are compatible with. */
const browsers: readonly (readonly [QualityBrowser, RegExp])[] = [
  ['edge', /\bEdg(?:A|iOS)?\/(\d{1,3})/],
  ['opera', /\b(?:OPR|OPiOS|OPT)\/(\d{1,3})/],
  ['yandex', /\bYaBrowser\/(\d{1,3})/],
  ['samsung', /\bSamsungBrowser\/(\d{1,3})/],
  ['firefox', /\b(?:Firefox|FxiOS)\/(\d{1,3})/],
  ['chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\/(\d{1,3})/],
  ['safari', /\bVersion\/(\d{1,3})[.\d]{0,12} (?:Mobile\/\w{1,12} )?Safari\//],
];

/** Returns the browser's family and major version, and the system's family; nothing finer, which could identify a viewer. */
export function readPlatform({ userAgent, maxTouchPoints }: Platform): Pick<QualityReport, 'browser' | 'browserVersion' | 'system'> {
  for (const [browser, pattern] of browsers) {
    const version = Number(pattern.exec(userAgent)?.[1]);
    if (version > 0) return { browser, browserVersion: version, system: readSystem(userAgent, maxTouchPoints) };
  }
  return { browser: 'other', browserVersion: null, system: readSystem(userAgent, maxTouchPoints) };
}

function readSystem(userAgent: string, maxTouchPoints: number): QualityReport['system'] {
  if (/\bAndroid\b/.test(userAgent)) return 'android';
  // An iPad says that it is a Mac, but no Mac has a touch screen.
  if (/\b(?:iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1)) return 'ios';
  if (/\bWindows\b/.test(userAgent)) return 'windows';
  if (/\bMacintosh\b/.test(userAgent)) return 'macos';
  if (/\bCrOS\b/.test(userAgent)) return 'chromeos';
  return /\bLinux\b/.test(userAgent) ? 'linux' : 'other';
}
