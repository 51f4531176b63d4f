import {
  changeOperatorSetting,
  exportAuditLog,
  getAuditLog,
  getOperator,
  getOperatorOverview,
  getOperatorSettings,
} from '@watchpost/contract/endpoints/operator';
import type { AuditFilter, AuditLogPage, AuditLogQuery, Operator, OperatorOverview } from '@watchpost/contract/schemas/operator';
import type { OperatorSetting, OperatorSettings, SettingName } from '@watchpost/contract/schemas/operator';
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
   * Returns the settings that apply without a restart: what is in force, where it comes from, and what the server started with.
   * @throws {WatchpostError} `forbidden`, `unauthorized`, `network`
   */
  settings(options?: CallOptions): Promise<readonly OperatorSetting[]>;
  /**
   * Changes a setting on every node, within seconds and without a restart.
   * @param value as it is written in the environment; null returns it to what the server started with
   * @throws {WatchpostError} `invalid-request`, `forbidden`, `unauthorized`, `network`
   * @example
   * await client.operator.changeSetting('signUp', 'closed');
   */
  changeSetting(name: SettingName, value: string | null, options?: CallOptions): Promise<readonly OperatorSetting[]>;
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
    settings: async (options) => (await http.request<OperatorSettings>(getOperatorSettings, { ...options })).settings,
    changeSetting: async (name, value, options) => {
      const { settings } = await http.request<OperatorSettings>(changeOperatorSetting, {
        ...options,
        parameters: { name },
        body: { value },
      });
      return settings;
    },
    auditLog: (query, options) => http.request(getAuditLog, { ...options, query: { ...query } }),
    exportAuditLog: (filter, options) => http.request(exportAuditLog, { ...options, query: { ...filter }, read: readBlob }),
  };
}
