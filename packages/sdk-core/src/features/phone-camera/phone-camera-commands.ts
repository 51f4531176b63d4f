import type { DeviceState } from '@watchpost/contract/schemas/camera-settings';
import type { PhoneAbilities, PhoneNetwork, PhoneSettings } from './phone-camera-types.ts';

/** What a phone can be asked for, by the names of the contract. */
export const phoneCommands = ['settings.read', 'settings.write'] as const;
export type PhoneCommand = (typeof phoneCommands)[number];

/** As the owner sees it: a phone without a light has no flashlight, and one that does not tell its network can't keep to Wi-Fi. */
export function phoneState({ lens, withSound, wifiOnly, withTorch }: PhoneSettings, abilities: PhoneAbilities | null, network: PhoneNetwork): DeviceState {
  return {
    settings: {
      // What is open counts, not what was asked for.
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

/** What of the phone's own is to be changed; null when there is anything that this phone has not. @param state as it is now */
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
