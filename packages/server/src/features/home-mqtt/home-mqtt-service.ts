import type { HomeMqtt } from '@watchpost/contract/schemas/home-mqtt';
import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import type { Complete } from '../../kernel/contract/complete.ts';
import type { HomeMqttRepository } from './home-mqtt-repository.ts';

/** The owner's decision whether a camera is published. */
export interface HomeMqttService {
  get(cameraId: string): Promise<HomeMqtt>;
  /** @throws {AppError} unavailable when the server has no broker for home automation */
  update(cameraId: string, isEnabled: boolean): Promise<HomeMqtt>;
}

export interface HomeMqttServiceDeps {
  readonly repository: HomeMqttRepository;
  readonly clock: Pick<Clock, 'now'>;
  /** What all topics begin with; null without a broker. */
  readonly prefix: string | null;
  /** Called after a change was saved. */
  readonly onChange: () => void;
}

export function createHomeMqttService({ repository, clock, prefix, onChange }: HomeMqttServiceDeps): HomeMqttService {
  const get = async (cameraId: string): Promise<HomeMqtt> =>
    ({
      topic: prefix === null ? null : `${prefix}/${cameraId}`,
      isEnabled: await repository.isEnabled(cameraId),
    }) satisfies Complete<HomeMqtt>;
  return {
    get,
    update: async (cameraId, isEnabled) => {
      // A consent is given for a known broker, never for one that is set up later.
      if (isEnabled && prefix === null) throw new AppError('unavailable');
      if (isEnabled) await repository.enable(cameraId, clock.now());
      else await repository.disable(cameraId);
      onChange();
      return get(cameraId);
    },
  };
}
