import type { FastifyInstance, FastifyRequest } from 'fastify';
import '../../../http/request-context.ts';
import { batchSync, getBatchSyncStatus, syncAcp } from './staff-operations.ts';

/** Registers the routes of syncs (INTEG-05). */
export function registerSyncRoutes(app: FastifyInstance): void {
  const root = '/api/integrations/ecase';
  const bodyOf = ({ body }: FastifyRequest) => body ?? {};
  app.post(`${root}/batch-sync`, (request) => batchSync.call(request.wattle, bodyOf(request)));
  app.get(`${root}/batch-sync-status`, (request) => getBatchSyncStatus.call(request.wattle, request.query));
  app.post(`${root}/sync-acp`, (request) => syncAcp.call(request.wattle, bodyOf(request)));
}
