import { sendFeedback } from '@watchpost/contract/endpoints/feedback';
import { feedbackAnswer, feedbackFields } from '@watchpost/contract/schemas/feedback';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../kernel/http.ts';
import { acceptForms } from './feedback-form.ts';
import type { FeedbackService } from './feedback-service.ts';

export function registerFeedbackRoutes(app: FastifyInstance, { service }: { service: FeedbackService }): void {
  // In its own scope: no other route accepts forms, which any page could send.
  void app.register(async (scope) => {
    acceptForms(scope);
    registerRoute(
      scope,
      sendFeedback,
      {
        access: 'session',
        body: feedbackFields,
        bodyType: 'multipart/form-data',
        response: { 201: feedbackAnswer },
        summary: 'Sends feedback to the operator',
      },
      async ({ viewer, body }) => {
        await service.send(viewer, body);
        return { id: body.id };
      },
    );
  });
}
