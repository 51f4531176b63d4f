import type { ServerConfig } from '../../kernel/config.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import { registerFeedbackRoutes } from './feedback-routes.ts';
import { createFeedbackService, type FeedbackServiceDeps } from './feedback-service.ts';

interface FeedbackModuleDeps extends Omit<FeedbackServiceDeps, 'feedbackEmail'> {
  readonly config: Pick<ServerConfig, 'feedbackEmail'>;
}

export function createFeedbackModule({ config, ...deps }: FeedbackModuleDeps): ServerModule {
  const service = createFeedbackService({ ...deps, feedbackEmail: config.feedbackEmail });
  return { name: 'feedback', routes: (app) => registerFeedbackRoutes(app, { service }) };
}
