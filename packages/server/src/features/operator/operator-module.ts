import { statfs } from 'node:fs/promises';
import type { ServerConfig } from '../../kernel/config.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import type { AuditLog } from './audit/operator-audit-log.ts';
import { registerOperatorRoutes } from './operator-routes.ts';
import { createOperatorService, type OperatorServiceDeps } from './operator-service.ts';
import { createStorageHistory } from './operator-storage-history.ts';
import { createOperatorSettings, type OperatorSettingsDeps } from './settings/operator-settings.ts';
import { createRegistryVersions } from './updates/operator-registry-versions.ts';
import { createUpdateCheck } from './updates/operator-update-check.ts';

interface OperatorModuleDeps
  extends
    Omit<OperatorServiceDeps, 'readDisk' | 'readHistory' | 'readShares' | 'newestVersion' | 'config' | 'clock'>,
    OperatorSettingsDeps {
  readonly config: OperatorServiceDeps['config'] & Pick<ServerConfig, 'dataDir' | 'isUpdateChecked' | 'updateRegistry'>;
  readonly audit: AuditLog;
  readonly isOperator: (customerId: string) => Promise<boolean>;
}

/** Shows operators what their server does. */
export function createOperatorModule({ audit, isOperator, ...deps }: OperatorModuleDeps): ServerModule {
  const { config, clock, log } = deps;
  const settings = createOperatorSettings(deps);
  const updates = createUpdateCheck({
    clock,
    log,
    isAllowed: () => config.isUpdateChecked,
    readNewest: createRegistryVersions({ registry: config.updateRegistry, packageName: '@watchpost/server' }),
  });
  const ownDisk = () => readDisk(config.dataDir);
  const history = createStorageHistory({ ...deps, readDisk: ownDisk });
  const service = createOperatorService({
    ...deps,
    readDisk: ownDisk,
    readHistory: history.read,
    readShares: history.readShares,
    newestVersion: updates.newest,
  });
  return {
    name: 'operator',
    routes: (app) => registerOperatorRoutes(app, { service, settings, audit, isOperator }),
    start: async () => {
      await settings.start();
      history.start();
    },
    stop: async () => {
      settings.stop();
      history.stop();
      await updates.close();
    },
  };
}

async function readDisk(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
