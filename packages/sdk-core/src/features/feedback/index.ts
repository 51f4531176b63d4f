export { createFeedbackApi } from './feedback-api.ts';
export type { Feedback, FeedbackApi } from './feedback-api.ts';
