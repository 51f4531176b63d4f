import { cameraAnswersTopic, cameraCommandsTopic, cameraReportTopic, cameraUsername } from '@watchpost/contract/protocols/control';
import type { BrokerRules } from '../../adapters/broker/port.ts';
import type { AddCameraService } from './add-camera-service.ts';

/** Admits agents to the broker, each for its own commands only; a removed or paused agent loses them within 10 s. */
export function createAgentAccess({ findAgent }: Pick<AddCameraService, 'findAgent'>): BrokerRules {
  return {
    admit: async ({ clientId, username, password }) => {
      if (username !== cameraUsername || !/^[\w-]{16,256}$/.test(password)) return null;
      const agent = await findAgent(password);
      if (!agent || agent.isPaused) return null;
      const { cameraId } = agent;
      const hears = async (): Promise<ReadonlySet<string> | null> => {
        const now = await findAgent(password);
        return now && !now.isPaused ? new Set([cameraCommandsTopic(cameraId)]) : null;
      };
      return {
        clientId,
        owner: cameraId,
        expiresAt: Number.MAX_SAFE_INTEGER,
        says: new Set([cameraAnswersTopic(cameraId), cameraReportTopic(cameraId)]),
        hears,
      };
    },
  };
}
