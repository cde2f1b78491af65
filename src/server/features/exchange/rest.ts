import type { FastifyInstance, FastifyReply } from 'fastify';
import type { OperationOutcome } from 'fhir/r4';
import type { Services } from '../../pipeline/context.ts';
import { publishedDefinitions } from './definitions.ts';

/** Definitions change only with a release. */
const cached = 'public, max-age=3600';

const notFound: OperationOutcome = {
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'error', code: 'not-found', diagnostics: 'No such definition is published here.' }],
};

function send(reply: FastifyReply, definition: string | undefined): FastifyReply {
  reply.type('application/fhir+json; charset=utf-8');
  return definition === undefined
    ? reply.code(404).header('cache-control', 'no-store').send(JSON.stringify(notFound))
    : reply.header('cache-control', cached).send(definition);
}

/**
 * Registers the definitions that FHIR documents of plans refer to. They are the same for everyone and contain no data about a
 * person, so they need no session and may be cached.
 */
export function registerDefinitions(app: FastifyInstance, { config }: Services): void {
  const definitions = publishedDefinitions(config);
  app.get('/fhir/metadata', async (_, reply) => send(reply, definitions.get('metadata')));
  for (const type of ['CodeSystem', 'Questionnaire', 'StructureDefinition'])
    app.get<{ Params: { id: string } }>(`/fhir/${type}/:id`, async ({ params: { id } }, reply) =>
      send(reply, definitions.get(`${type}/${id}`)),
    );
  app.get('/fhir/*', async (_, reply) => send(reply, undefined));
}
