import type { FastifyInstance, FastifyRequest } from 'fastify';
import '../../http/request-context.ts';
import { getIntegrations } from './connection/all-connections.ts';
import * as connection from './connection/connection-operations.ts';
import { inviteResidents } from './links/invite-operation.ts';
import * as cleanup from './links/cleanup-operations.ts';
import * as links from './links/link-operations.ts';
import { getUserIntegrations } from './links/of-customer.ts';
import * as lists from './residents/list-operations.ts';
import { loadActiveResidents } from './residents/load-operation.ts';
import { registerSyncRoutes } from './sync/sync-routes.ts';

/** Returns the query of an address with its page as a number; anything else there is refused by the operation. */
function queryOf({ query }: FastifyRequest): Record<string, unknown> {
  const given = { ...(query as Record<string, unknown>) };
  const { page } = given;
  return typeof page === 'string' && /^\d{1,6}$/.test(page) ? { ...given, page: Number(page) } : given;
}

const bodyOf = ({ body }: FastifyRequest): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};

/** Shows what a clean-up would remove; with `links` removes these; with `undo` gives the links of a clean-up back. */
function cleanUp(request: FastifyRequest): Promise<unknown> {
  const { undo, ...body } = bodyOf(request);
  if (undo !== undefined && undo !== null)
    return cleanup.undoCleanUp.call(request.wattle, { ...body, cleanup_id: undo });
  return body['links'] === undefined
    ? cleanup.getSystemCleanup.call(request.wattle, body)
    : cleanup.cleanUpLinks.call(request.wattle, body);
}

/** Registers the routes of integrations (INTEG-03 to INTEG-05). */
export function registerIntegrationRoutes(app: FastifyInstance): void {
  const root = '/api/integrations';
  app.get(`${root}/user-integrations`, (request) =>
    getUserIntegrations.call(request.wattle, queryOf(request)),
  );
  const linkPath = `${root}/contact-provider-integration`;
  app.get(linkPath, (request) => getIntegrations.call(request.wattle, queryOf(request)));
  app.post(linkPath, (request) => links.linkResident.call(request.wattle, bodyOf(request)));
  app.delete(linkPath, (request) => links.unlinkResident.call(request.wattle, bodyOf(request)));
  const configPath = `${root}/ecase/system-config`;
  app.get(configPath, (request) => connection.getSystemConfig.call(request.wattle, queryOf(request)));
  app.put(configPath, (request) => connection.saveSystemConfig.call(request.wattle, bodyOf(request)));
  app.delete(configPath, (request) => connection.removeSystemConfig.call(request.wattle, bodyOf(request)));
  app.post(`${root}/ecase/check-credentials`, (request) =>
    connection.checkCredentials.call(request.wattle, bodyOf(request)),
  );
  const residentsPath = `${root}/ecase/active-residents`;
  app.get(residentsPath, (request) => lists.getActiveResidents.call(request.wattle, queryOf(request)));
  app.post(residentsPath, (request) => loadActiveResidents.call(request.wattle, bodyOf(request)));
  app.get(`${residentsPath}/candidates`, (request) =>
    lists.getLinkCandidates.call(request.wattle, queryOf(request)),
  );
  app.post(`${residentsPath}/invite`, (request) => inviteResidents.call(request.wattle, bodyOf(request)));
  app.post(`${root}/ecase/system-cleanup`, cleanUp);
  registerSyncRoutes(app);
}
