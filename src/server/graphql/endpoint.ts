import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  execute,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  type ExecutionResult,
  type ValidationRule,
} from 'graphql';
import * as z from 'zod/mini';
import { AppError } from '../../domain/errors.ts';
import type { Context, Services } from '../pipeline/context.ts';
import { documentCache } from './documents.ts';
import { statusOf, toPublicErrors, unavailableReason } from './errors.ts';
import { schema } from './schema.ts';
import { registerSocket } from './socket.ts';

/** Limits of one call (security 27). The product's own documents stay far below. */
const limits = { depth: 8, aliases: 5, cost: 2_000, tokens: 2_000, characters: 10_000 };

/** The address of every operation: by POST, or as a web socket for those that stay open. */
export const graphqlPath = '/api/graphql';

function rules(production: boolean): ValidationRule[] {
  const armour = [
    maxDepthRule({ n: limits.depth, exposeLimits: false }),
    maxAliasesRule({ n: limits.aliases, exposeLimits: false }),
    costLimitRule({ maxCost: limits.cost, exposeLimits: false }),
  ] as unknown as ValidationRule[];
  return production ? [...armour, NoSchemaIntrospectionCustomRule] : armour;
}

/** A call as the GraphQL over HTTP specification describes it. */
const call = z.object({
  query: z.string(),
  variables: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  operationName: z.optional(z.nullable(z.string())),
});

/** POST /api/graphql: one operation a call, JSON only. Subscriptions come to the same path by web socket. */
export async function registerGraphql(app: FastifyInstance, services: Services): Promise<void> {
  const checks = rules(services.config.environment === 'prod');
  const checked = documentCache(schema, checks, limits);

  async function answer(body: unknown, context: Context): Promise<ExecutionResult> {
    const sent = z.safeParse(call, body);
    if (!sent.success) throw new AppError('invalid');
    const { query, variables, operationName } = sent.data;
    const found = checked(query);
    if ('errors' in found) return { data: null, errors: found.errors.slice(0, 1) };
    // What stays open goes over the socket.
    const asked = getOperationAST(found.document, operationName);
    if (!asked || asked.operation === OperationTypeNode.SUBSCRIPTION) throw new AppError('invalid');
    return execute({
      schema,
      document: found.document,
      contextValue: context,
      variableValues: variables ?? undefined,
      operationName: operationName ?? undefined,
    });
  }

  const send = (reply: FastifyReply, found: ExecutionResult['data'], errors?: readonly unknown[]) => {
    const data = found ?? null;
    const { request } = reply;
    request.unavailable = errors?.map(unavailableReason).find((reason) => reason !== null) ?? null;
    const result = errors ? { data, errors: toPublicErrors(errors, request.log, request.id) } : { data };
    return reply.code(statusOf(result)).send(result);
  };

  await app.register(async (graphql) => {
    // No JSON, no database, too many calls: told in the words of GraphQL, whatever failed.
    graphql.setErrorHandler((error: FastifyError | AppError, _, reply) => send(reply, null, [error]));
    await registerSocket(graphql, services, {
      path: graphqlPath,
      rules: checks,
      characters: limits.characters,
      tokens: limits.tokens,
    });
    // Where a web socket begins.
    graphql.get(graphqlPath, async (_, reply) => reply.code(405).send({ ok: false, error: 'invalid' }));
    graphql.post(graphqlPath, async (request: FastifyRequest, reply) => {
      const { data, errors } = await answer(request.body, request.wattle);
      return send(reply, data, errors);
    });
  });
}
