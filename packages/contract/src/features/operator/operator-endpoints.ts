import type { Endpoint } from '../../kernel/endpoint.ts';

/** Whether the caller operates this server. The specification has no page for operators. */
export const getOperator = { method: 'GET', path: '/public/api/v3/operator' } as const satisfies Endpoint;
/** What the server does now, and what needs its operator. Refused to everyone else, as all that follow. */
export const getOperatorOverview = { method: 'GET', path: '/public/api/v3/operator/overview' } as const satisfies Endpoint;
/** Who did what on this server, newest first. */
export const getAuditLog = { method: 'GET', path: '/public/api/v3/operator/audit-log' } as const satisfies Endpoint;
/** All entries of the filter as a CSV file (RFC 4180), newest first. */
export const exportAuditLog = { method: 'GET', path: '/public/api/v3/operator/audit-log/export.csv' } as const satisfies Endpoint;
/** Settings that apply without a restart: what is in force, and where it comes from. */
export const getOperatorSettings = { method: 'GET', path: '/public/api/v3/operator/settings' } as const satisfies Endpoint;
/** Changes one of them on every node, or returns it to what the server started with. */
export const changeOperatorSetting = { method: 'PUT', path: '/public/api/v3/operator/settings/{name}' } as const satisfies Endpoint;
