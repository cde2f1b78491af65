import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import type { FastifyInstance } from 'fastify';
import { NoSchemaIntrospectionCustomRule, type ValidationRule } from 'graphql';
import mercurius from 'mercurius';
import type { Services } from '../context.ts';
import { schema } from '../schema.ts';
import { statusOf, toPublicErrors } from './errors.ts';

/** Limits of one call (security 27). The product's own documents stay far below. */
const limits = { depth: 8, aliases: 5, cost: 2_000 };

function rules(production: boolean): ValidationRule[] {
  const armour = [
    maxDepthRule({ n: limits.depth, exposeLimits: false }),
    maxAliasesRule({ n: limits.aliases, exposeLimits: false }),
    costLimitRule({ maxCost: limits.cost, exposeLimits: false }),
  ] as unknown as ValidationRule[];
  return production ? [...armour, NoSchemaIntrospectionCustomRule] : armour;
}

/** POST /api/graphql: one operation a call, JSON only. */
export async function registerGraphql(app: FastifyInstance, services: Services): Promise<void> {
  const production = services.config.environment === 'prod';
  await app.register(mercurius, {
    schema,
    path: '/api/graphql',
    graphiql: false,
    jit: 1,
    allowBatchedQueries: false,
    validationRules: rules(production),
    context: (request) => request.wattle,
    errorFormatter(result) {
      const errors = toPublicErrors(result.errors ?? [], app.log);
      const response = { data: result.data ?? null, errors };
      return { statusCode: statusOf(response), response };
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/graphql') && request.method !== 'POST') return reply.code(405).send({ ok: false, error: 'invalid' });
  });
}
