export { registerFeedbackRoutes } from './feedback-routes.ts';
export { createFeedbackService } from './feedback-service.ts';
