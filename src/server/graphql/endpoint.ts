import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import type { FastifyInstance } from 'fastify';
import { NoSchemaIntrospectionCustomRule, type ValidationRule } from 'graphql';
import mercurius from 'mercurius';
import { AppError } from '../../domain/errors.ts';
import type { Services } from '../pipeline/context.ts';
import { routePathOf } from '../http/headers.ts';
import { schema } from './schema.ts';
import { statusOf, toPublicErrors } from './errors.ts';
import { registerSocket } from './socket.ts';

/** Limits of one call (security 27). The product's own documents stay far below. */
const limits = { depth: 8, aliases: 5, cost: 2_000, tokens: 2_000, characters: 10_000 };

/** The address of every operation: by POST, or as a web socket for those that stay open. */
export const graphqlPath = '/api/graphql';

/** How JSON begins, and no GraphQL document does. */
const json = /^\s*(?:[["\d-]|\{\s*["}]|(?:null|true|false)\s*$)/;

function rules(production: boolean): ValidationRule[] {
  const armour = [
    maxDepthRule({ n: limits.depth, exposeLimits: false }),
    maxAliasesRule({ n: limits.aliases, exposeLimits: false }),
    costLimitRule({ maxCost: limits.cost, exposeLimits: false }),
  ] as unknown as ValidationRule[];
  return production ? [...armour, NoSchemaIntrospectionCustomRule] : armour;
}

/** POST /api/graphql: one operation a call, JSON only. Subscriptions come to the same path by web socket. */
export async function registerGraphql(app: FastifyInstance, services: Services): Promise<void> {
  const production = services.config.environment === 'prod';
  await registerSocket(app, services, {
    path: graphqlPath,
    rules: rules(production),
    characters: limits.characters,
    tokens: limits.tokens,
  });
  await app.register(mercurius, {
    schema,
    path: graphqlPath,
    graphiql: false,
    allowBatchedQueries: false,
    validationRules: rules(production),
    graphql: { parseOptions: { maxTokens: limits.tokens } },
    // A call that failed before anybody knew who asks (no JSON, no database) has none, and its error is still told.
    context: (request) => request.wattle ?? {},
    errorFormatter(result) {
      const errors = toPublicErrors(result.errors ?? [], app.log);
      const response = { data: result.data ?? null, errors };
      return { statusCode: statusOf(response), response };
    },
  });
  // The library keeps a thousand documents for use again, so none may be huge; and it reads a document from JSON too, past its
  // parser and the limit on tokens.
  app.graphql.addHook('preParsing', async (_, source) => {
    if (source.length > limits.characters || json.test(source)) throw new AppError('invalid');
  });
  app.addHook('onRequest', async (request, reply) => {
    if (routePathOf(request) === graphqlPath && request.method !== 'POST' && !request.ws)
      return reply.code(405).send({ ok: false, error: 'invalid' });
  });
}
