import { listPlanVersions, putPlan, retirePlan } from '@watchpost/contract/endpoints/billing';
import { planParameters, planVersionListSchema, planVersionSchema, putPlanBody } from '@watchpost/contract/schemas/billing';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../../kernel/app-error.ts';
import { registerRoute } from '../../../kernel/http.ts';
import type { PlanAdministration } from './billing-plan-administration.ts';

export interface PlanRoutesDeps {
  readonly administration: PlanAdministration;
  readonly isOperator: (customerId: string) => Promise<boolean>;
}

/** The operator's calls. All others are refused before their body is read. */
export async function registerPlanRoutes(app: FastifyInstance, { administration, isOperator }: PlanRoutesDeps): Promise<void> {
  await app.register(async (scope) => {
    // After the session is known, and before the body is parsed and validated.
    scope.addHook('preParsing', async ({ viewer }) => {
      if (!viewer || !(await isOperator(viewer.customerId))) throw new AppError('forbidden');
    });

    registerRoute(
      scope,
      listPlanVersions,
      { access: 'session', response: { 200: planVersionListSchema }, summary: 'Every version of every plan, for the operator' },
      () => administration.list(),
    );

    registerRoute(
      scope,
      putPlan,
      {
        access: 'session',
        params: planParameters,
        body: putPlanBody,
        response: { 200: planVersionSchema },
        summary: 'Creates a plan or another version of it, for the operator; a plan of the plans file is refused',
      },
      ({ params, body }) => administration.put(params.id, body),
    );

    registerRoute(
      scope,
      retirePlan,
      {
        access: 'session',
        params: planParameters,
        response: { 204: z.undefined() },
        summary: 'Ends the sale of a plan, for the operator; it goes on for those who have it',
      },
      ({ params }) => administration.retire(params.id),
    );
  });
}
