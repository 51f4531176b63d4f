import { lookCommand } from '@watchpost/contract/schemas/smart-events';
import type { CameraControl } from '../control/camera-control.ts';
import type { Look, LookRequest } from './engine/object-detector.ts';

/** Has pictures looked at by the camera-agents that recognise objects themselves: that costs the server nothing. */
interface AgentLooks {
  /** Whether this camera's agent looks at its pictures now. */
  serves(cameraId: string): boolean;
  /** Returns what the camera's newest picture shows; null when it can't say. */
  look(request: LookRequest): Promise<Look | null>;
}

export function createAgentLooks({ control }: { readonly control: Pick<CameraControl, 'send' | 'report'> }): AgentLooks {
  return {
    serves: (cameraId) => control.report(cameraId)?.commands.includes(lookCommand.name) === true,
    look: async ({ cameraId, pictures, sensitivity, isForced, findings }) => {
      const last = pictures.at(-1);
      if (!last) return null;
      const withFaces = findings?.includes('face') === true;
      // An agent that goes away, or fails, is asked again at the next picture.
      const answer = await control.send(cameraId, lookCommand, { sensitivity, isForced, withFaces }).catch(() => null);
      if (!answer) return null;
      const { moving, objects, faces } = answer;
      // The agent's picture is newer by the way of the video: less than the time from one picture to the next.
      return {
        ...{ at: last.at, moving, objects, cpuMs: 0, isContinuable: true },
        findings: withFaces && faces ? faces.map((face) => ({ type: 'face', ...face })) : null,
      };
    },
  };
}
