import type { DeviceState, UpdateDeviceSettingsBody } from '@watchpost/contract/schemas/camera-settings';

/** Some settings of a camera: what they are, and the way to change them. */
export interface SettingsPart {
  readonly settings: DeviceState['settings'];
  readonly choices?: DeviceState['choices'];
  /** @param change of it, what `settings` has counts */
  write(change: UpdateDeviceSettingsBody): Promise<unknown>;
}
