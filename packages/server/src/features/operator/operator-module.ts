import { statfs } from 'node:fs/promises';
import type { ServerConfig } from '../../kernel/config.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import type { AuditLog } from './audit/operator-audit-log.ts';
import { registerOperatorRoutes } from './operator-routes.ts';
import { createOperatorService, type OperatorServiceDeps } from './operator-service.ts';

interface OperatorModuleDeps extends Omit<OperatorServiceDeps, 'readDisk' | 'config'> {
  readonly config: OperatorServiceDeps['config'] & Pick<ServerConfig, 'dataDir'>;
  readonly audit: AuditLog;
  readonly isOperator: (customerId: string) => Promise<boolean>;
}

/** Shows operators what their server does. */
export function createOperatorModule({ audit, isOperator, ...deps }: OperatorModuleDeps): ServerModule {
  const service = createOperatorService({ ...deps, readDisk: () => readDisk(deps.config.dataDir) });
  return { name: 'operator', routes: (app) => registerOperatorRoutes(app, { service, audit, isOperator }) };
}

async function readDisk(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
