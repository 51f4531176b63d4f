import type { DeviceState } from '@watchpost/contract/schemas/camera-settings';
import type { PhoneAbilities, PhoneNetwork, PhoneSettings } from './phone-camera-types.ts';

/** The commands that a phone supports, by their names in the contract. */
export const phoneCommands = ['settings.read', 'settings.write'] as const;
export type PhoneCommand = (typeof phoneCommands)[number];

/** The settings as the owner sees them: a phone without a light has no flashlight, and one that doesn't report its network can't be limited to Wi-Fi. */
export function phoneState(
  { lens, withSound, wifiOnly, withTorch }: PhoneSettings,
  abilities: PhoneAbilities | null,
  network: PhoneNetwork,
): DeviceState {
  return {
    settings: {
      // The open camera's state counts, not the requested one.
      lens: abilities?.lens ?? lens,
      isMicrophoneOn: withSound,
      ...(abilities?.hasTorch && { isFlashlightOn: withTorch }),
      ...(network !== 'unknown' && { isWiFiOnly: wifiOnly }),
    },
    choices: {},
    network: [],
  };
}

const names = { isMicrophoneOn: 'withSound', isFlashlightOn: 'withTorch', isWiFiOnly: 'wifiOnly' } as const;

/** Returns the settings to change; null if this phone lacks one of them. @param state the current state */
export function readPhoneChange(parameters: unknown, { settings }: DeviceState): Partial<PhoneSettings> | null {
  if (typeof parameters !== 'object' || parameters === null) return null;
  let change: Partial<PhoneSettings> = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (!Object.hasOwn(settings, name)) return null;
    if (name === 'lens') {
      if (value !== 'front' && value !== 'rear') return null;
      change = { ...change, lens: value };
    } else if (name === 'isMicrophoneOn' || name === 'isFlashlightOn' || name === 'isWiFiOnly') {
      if (typeof value !== 'boolean') return null;
      change = { ...change, [names[name]]: value };
    } else return null;
  }
  return change;
}
