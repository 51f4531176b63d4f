import type { SettingName } from '@watchpost/sdk-core';

/** How a setting is edited; the server checks it again, by the same bounds. */
export type SettingKind =
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly isWhole: boolean;
      /** Whether it may be left empty, for no limit. */
      readonly isOptional?: boolean;
    }
  | { readonly kind: 'choice'; readonly options: readonly string[] };

export const settingKinds: Readonly<Record<SettingName, SettingKind>> = {
  archiveDays: { kind: 'number', min: 0, max: 3650, isWhole: true },
  archiveGigabytes: { kind: 'number', min: 1, max: 100_000_000, isWhole: false, isOptional: true },
  camerasPerAccount: { kind: 'number', min: 1, max: 100_000, isWhole: true },
  gigabytesPerAccount: { kind: 'number', min: 1, max: 1_000_000, isWhole: false },
  signUp: { kind: 'choice', options: ['open', 'invited', 'closed'] },
  offlineNoticeSeconds: { kind: 'number', min: 1, max: 86_400, isWhole: true },
  detectionCpu: { kind: 'number', min: 0.05, max: 64, isWhole: false },
  timelapseCpu: { kind: 'number', min: 0.05, max: 1, isWhole: false },
  updateCheck: { kind: 'choice', options: ['0', '1'] },
  logLevel: { kind: 'choice', options: ['error', 'warn', 'info', 'debug', 'trace'] },
};

/** Returns a typed text as the server reads it, with a dot for a decimal comma; null for one that it would refuse. */
export function readSetting(typed: string, kind: SettingKind): string | null {
  if (kind.kind === 'choice') return typed;
  const plain = typed
    .trim()
    .replace(',', '.')
    .replaceAll(/[\s\u00A0\u202F]/g, '');
  if (plain === '') return kind.isOptional ? '' : null;
  const number = Number(plain);
  const fits = number >= kind.min && number <= kind.max && (!kind.isWhole || Number.isInteger(number));
  return fits ? String(number) : null;
}
