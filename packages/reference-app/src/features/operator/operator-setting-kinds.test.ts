import { expect, test } from 'vitest';
import { readSetting, settingKinds } from './operator-setting-kinds.ts';
import { isNewerVersion } from './operator-versions.ts';

test.each([
  ['0,5', settingKinds.detectionCpu, '0.5'],
  [' 64 ', settingKinds.detectionCpu, '64'],
  ['65', settingKinds.detectionCpu, null],
  ['', settingKinds.detectionCpu, null],
  ['', settingKinds.archiveGigabytes, ''],
  ['2\u00A0000', settingKinds.archiveGigabytes, '2000'],
  ['many', settingKinds.archiveGigabytes, null],
  ['1.5', settingKinds.archiveDays, null],
  ['0', settingKinds.archiveDays, '0'],
  ['closed', settingKinds.signUp, 'closed'],
])('%j is read as a setting', (typed, kind, value) => {
  expect(readSetting(typed, kind)).toBe(value);
});

test.each([
  ['2.4.2', '2.4.1', true],
  ['2.10.0', '2.9.3', true],
  ['3.0.0', '2.99.99', true],
  ['2.4.1', '2.4.1', false],
  ['2.4.1', '2.5.0', false],
  ['2.4.1-beta.1', '2.4.1', false],
])('%s is newer than %s: %s', (version, than, isNewer) => {
  expect(isNewerVersion(version, than)).toBe(isNewer);
});
