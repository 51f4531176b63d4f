import { z } from 'zod';
import type { CameraCommand } from '../../protocols/control-protocol.ts';
import { areaSchema } from '../events/events-schemas.ts';

const score = z.number().min(0).max(1);
const maxBoxes = 50;

/**
 * Asks a camera that recognises objects itself for what its newest picture shows. Not in the specification. The server decides when, follows
 * the objects and makes events of them, so that settings mean the same wherever pictures are looked at.
 */
export const lookCommand = {
  name: 'detection.look',
  parameters: z.strictObject({
    /** For motion: 0 to 10. */
    sensitivity: z.int().min(0).max(10),
    /** Looks for objects although nothing moves. */
    isForced: z.boolean(),
    /** Looks for faces, too. */
    withFaces: z.boolean(),
  }),
  result: z.object({
    /** Where the picture differs from what the camera usually sees. */
    moving: z.array(areaSchema).max(maxBoxes),
    objects: z.array(z.object({ objectClass: z.enum(['human', 'vehicle', 'animal']), score, box: areaSchema })).max(maxBoxes),
    /** Null when none were looked for. */
    faces: z
      .array(z.object({ score, box: areaSchema }))
      .max(maxBoxes)
      .nullable(),
  }),
} as const satisfies CameraCommand;

export type LookParameters = z.infer<typeof lookCommand.parameters>;
export type LookResult = z.infer<typeof lookCommand.result>;
