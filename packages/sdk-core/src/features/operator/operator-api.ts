import { exportAuditLog, getAuditLog, getOperator, getOperatorOverview } from '@watchpost/contract/endpoints/operator';
import type { AuditFilter, AuditLogPage, AuditLogQuery, Operator, OperatorOverview } from '@watchpost/contract/schemas/operator';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** What the server shows to its operators. */
export interface OperatorApi {
  /**
   * Returns whether the user operates this server: only then do the other calls answer.
   * @throws {WatchpostError} `unauthorized`, `network`
   */
  me(options?: CallOptions): Promise<Operator>;
  /**
   * Returns what the server does now, and what needs its operator, the most urgent first.
   * @throws {WatchpostError} `forbidden`, `unauthorized`, `network`
   * @example
   * const { warnings } = await client.operator.overview();
   * if (warnings.some(({ code }) => code === 'storage-full-soon')) page('Watchpost: make room');
   */
  overview(options?: CallOptions): Promise<OperatorOverview>;
  /**
   * Returns who did what on this server, newest first.
   * @param query `cursor`: `next` of the previous page
   * @throws {WatchpostError} `forbidden`, `unauthorized`, `network`
   */
  auditLog(query?: AuditLogQuery, options?: CallOptions): Promise<AuditLogPage>;
  /**
   * Returns all entries of the filter as a CSV file.
   * @throws {WatchpostError} `forbidden`, `unauthorized`, `network`
   */
  exportAuditLog(filter?: AuditFilter, options?: CallOptions): Promise<Blob>;
}

export function createOperatorApi(http: HttpClient): OperatorApi {
  const readBlob = (response: Response): Promise<Blob> => response.blob();
  return {
    me: (options) => http.request(getOperator, { ...options }),
    overview: (options) => http.request(getOperatorOverview, { ...options }),
    auditLog: (query, options) => http.request(getAuditLog, { ...options, query: { ...query } }),
    exportAuditLog: (filter, options) => http.request(exportAuditLog, { ...options, query: { ...filter }, read: readBlob }),
  };
}
