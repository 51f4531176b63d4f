import type { SwitchableDetection } from '@watchpost/sdk-core';

/** The last part of the address of each detection's screen (specification 2, section 2). */
const detectionSegments = {
  human: 'human-detection',
  vehicle: 'vehicle-detection',
  lineCrossing: 'line-crossing-detection',
  intrusion: 'intrusion-detection',
  motion: 'motion-detection',
} as const satisfies Readonly<Record<SwitchableDetection, string>>;

export function segmentOf(type: SwitchableDetection): string {
  return detectionSegments[type];
}
