import type { DeviceState, UpdateDeviceSettingsBody } from '@watchpost/contract/schemas/camera-settings';

/** Some settings of a camera, and how to change them. */
export interface SettingsPart {
  readonly settings: DeviceState['settings'];
  readonly choices?: DeviceState['choices'];
  /** @param change only fields that `settings` has are applied */
  write(change: UpdateDeviceSettingsBody): Promise<unknown>;
}
