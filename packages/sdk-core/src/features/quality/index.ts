export { createQualityApi, createQualityViewerApi } from './quality-api.ts';
export type { QualityApi, QualitySummaryOptions, QualityViewerApi } from './quality-api.ts';
