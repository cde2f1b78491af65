import type { FastifyInstance } from 'fastify';
import '../../../http/request-context.ts';
import { transferContact } from './contact/contact-operations.ts';

export function registerContactTransfer(app: FastifyInstance): void {
  app.post('/api/contact-transfer', (request) => transferContact.call(request.wattle, request.body));
}
