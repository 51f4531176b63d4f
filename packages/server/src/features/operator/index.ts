export { createAuditModule } from './audit/operator-audit-module.ts';
export { createOperatorModule } from './operator-module.ts';
