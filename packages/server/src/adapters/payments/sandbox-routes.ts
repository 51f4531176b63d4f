import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SandboxPaymentsTable } from '../../db/billing-tables.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SandboxBooks } from './sandbox-books.ts';
import { findSandboxCard } from './sandbox-cards.ts';
import { sandboxPage } from './sandbox-page.ts';

const maxBodyBytes = 4096;
const url = '/sandbox-payments/:id';

/** Serves the page where a customer of the sandbox enters a test card. Its address is the secret, as at a real provider. */
export async function registerSandboxRoutes(
  app: FastifyInstance,
  { books, wake }: { readonly books: Pick<SandboxBooks, 'find' | 'charge' | 'authenticate' | 'cancel'>; readonly wake: () => void },
): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxBodyBytes },
      (_request, body, done) => done(null, new URLSearchParams(body.toString())),
    );
    scope.get<{ Params: { id: string } }>(url, async ({ params }, reply) => {
      const payment = await books.find(params.id);
      if (!payment) throw new AppError('not-found');
      return send(reply, payment);
    });
    scope.post<{ Params: { id: string } }>(url, async ({ params, body }, reply) => {
      const { id } = params;
      const form = body instanceof URLSearchParams ? body : new URLSearchParams();
      await apply(books, id, form);
      wake();
      const payment = await books.find(id);
      if (!payment) throw new AppError('not-found');
      if (payment.state === 'created' || payment.state === 'authentication') return reply.redirect(`/sandbox-payments/${id}`, 303);
      return reply.header('cache-control', 'no-store').redirect(payment.return_url, 303);
    });
  });
}

async function apply(books: Pick<SandboxBooks, 'charge' | 'authenticate' | 'cancel'>, id: string, form: URLSearchParams): Promise<void> {
  const card = findSandboxCard(form.get('card'));
  switch (form.get('action')) {
    case 'pay':
      if (card) await books.charge(id, card);
      return;
    case 'confirm':
      return books.authenticate(id, true);
    case 'refuse':
      return books.authenticate(id, false);
    case 'cancel':
      return books.cancel(id);
  }
}

function send(reply: FastifyReply, payment: SandboxPaymentsTable): FastifyReply {
  const { html, policy } = sandboxPage(payment);
  return reply.header('content-security-policy', policy).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
}
