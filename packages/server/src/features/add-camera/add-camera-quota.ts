import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import { createWindowLimit } from '../../kernel/limits/window-limit.ts';
import { createMutex, type Mutex } from '../../kernel/mutex.ts';
import type { CamerasService } from '../cameras/index.ts';

const windowMs = 10 * 60_000;
const maxAdded = 10;
const maxTokens = 60;

/** Limits how many cameras an account has and how fast it adds them; operators are not limited. */
export interface CameraQuota {
  /** Checks the quota before issuing a token or probing a camera. @throws {AppError} camera-limit-reached */
  check(customerId: string): Promise<void>;
  /** Counts one more token. @throws {AppError} camera-limit-reached, too-many-requests */
  countToken(customerId: string): Promise<void>;
  /** Adds a camera within the quota; serialized for each account. @throws {AppError} camera-limit-reached, too-many-requests */
  add<T>(customerId: string, create: () => Promise<T>): Promise<T>;
}

export interface CameraQuotaDeps {
  readonly clock: Clock;
  readonly cameras: Pick<CamerasService, 'countOwnedBy'>;
  /** Read at each use, because operators change it. */
  readonly maxCameras: number;
  readonly isOperator: (customerId: string) => Promise<boolean>;
}

export function createCameraQuota(deps: CameraQuotaDeps): CameraQuota {
  const { clock, cameras, isOperator } = deps;
  const limitAdded = createWindowLimit({ clock, windowMs, maxCount: maxAdded });
  const limitTokens = createWindowLimit({ clock, windowMs, maxCount: maxTokens });
  const queues = new Map<string, { readonly mutex: Mutex; waiting: number }>();

  const requireRoom = async (customerId: string): Promise<void> => {
    const { maxCameras } = deps;
    if ((await cameras.countOwnedBy(customerId)) >= maxCameras)
      throw new AppError('camera-limit-reached', { details: { limit: maxCameras } });
  };
  const inTurn = async <T>(customerId: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(customerId) ?? { mutex: createMutex(), waiting: 0 };
    queues.set(customerId, queue);
    queue.waiting += 1;
    const release = await queue.mutex.acquire();
    try {
      return await work();
    } finally {
      release();
      queue.waiting -= 1;
      if (queue.waiting === 0) queues.delete(customerId);
    }
  };

  return {
    check: async (customerId) => {
      if (!(await isOperator(customerId))) await requireRoom(customerId);
    },
    countToken: async (customerId) => {
      if (await isOperator(customerId)) return;
      limitTokens(customerId);
      await requireRoom(customerId);
    },
    add: async (customerId, create) => {
      if (await isOperator(customerId)) return create();
      return inTurn(customerId, async () => {
        await requireRoom(customerId);
        limitAdded(customerId);
        return create();
      });
    },
  };
}
