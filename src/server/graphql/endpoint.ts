import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { execute, getOperationAST, OperationTypeNode, type ExecutionResult } from 'graphql';
import * as z from 'zod/mini';
import { AppError } from '../../domain/errors.ts';
import type { Context, Services } from '../pipeline/context.ts';
import { networkOf } from '../pipeline/limits/limit.ts';
import { personLimit } from '../pipeline/limits/person-limit.ts';
import { limits, rules } from './call-limits.ts';
import { documentCache } from './documents.ts';
import { statusOf, toPublicErrors, unavailableReason } from './errors.ts';
import { schema } from './schema.ts';
import { registerSocket } from './sockets/socket.ts';

/** Maximum size of one answer, in bytes. Lists are paged, so only a call that requests the same many times comes near. */
const answerBytes = 5_000_000;

/** A page makes about ten calls at once. Further calls of one person wait, so that no person takes every database connection. */
const callsOfPerson = { atOnce: 5, waitingAtMost: 100 } as const;

/** Limits of calls with a picture or a whole plan, by network address: they are read into memory before the sender is known. */
const largeCalls = { atOnce: 8, waitingAtMost: 80 } as const;

/** Size in bytes above which a call is a large one. */
const largeBytes = 100_000;

/** The share of a person's calls that can be writes: each write leaves permanent rows. */
const writingShare = 0.2;

/** The path of every operation: by POST, or as a web socket for subscriptions. */
export const graphqlPath = '/api/graphql';

/** A call as described in the GraphQL over HTTP specification. */
const call = z.object({
  query: z.string(),
  variables: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  operationName: z.optional(z.nullable(z.string())),
});

/** Registers POST /api/graphql: one operation a call, JSON only. Subscriptions use the same path by web socket. */
export async function registerGraphql(
  app: FastifyInstance,
  services: Services,
  { callsPerMinute }: { callsPerMinute: number },
): Promise<void> {
  const checks = rules(services.config.environment === 'prod');
  const answer = answering(documentCache(schema, checks, limits), callsPerMinute);
  const ofPerson = personLimit({ ...callsOfPerson, inMinute: callsPerMinute });

  /** Limits how many calls of one person run at once, from all addresses. Visitors are limited only by their address. */
  const inTurn = <Result>({ actor }: Context, work: () => Promise<Result>): Promise<Result> =>
    'userId' in actor ? ofPerson(actor.userId, work) : work();

  await app.register(async (graphql) => {
    // Invalid JSON, no database, too many calls: every failure has the form of a GraphQL error.
    graphql.setErrorHandler((error: FastifyError | AppError, _, reply) => send(reply, null, [error]));
    await registerSocket(graphql, services, {
      path: graphqlPath,
      rules: checks,
      characters: limits.characters,
      tokens: limits.tokens,
    });
    limitLargeCalls(graphql);
    // Only a web socket can begin with GET.
    graphql.get(graphqlPath, async (_, reply) => reply.code(405).send({ ok: false, error: 'invalid' }));
    graphql.post(graphqlPath, async (request: FastifyRequest, reply) => {
      const { data, errors } = await inTurn(request.wattle, () => answer(request.body, request.wattle));
      return send(reply, data, errors);
    });
  });
}

/** Returns the function that runs one call. Each person's writes are limited. */
function answering(checked: ReturnType<typeof documentCache>, callsPerMinute: number) {
  const writesOfPerson = personLimit({
    atOnce: Infinity,
    waitingAtMost: 0,
    inMinute: Math.ceil(callsPerMinute * writingShare),
  });

  return async (body: unknown, context: Context): Promise<ExecutionResult> => {
    const sent = z.safeParse(call, body);
    if (!sent.success) throw new AppError('invalid');
    const { query, variables, operationName } = sent.data;
    const found = checked(query);
    if ('errors' in found) return { data: null, errors: found.errors.slice(0, 1) };
    // Subscriptions use the socket.
    const asked = getOperationAST(found.document, operationName);
    if (!asked || asked.operation === OperationTypeNode.SUBSCRIPTION) throw new AppError('invalid');
    const run = async () =>
      execute({
        schema,
        document: found.document,
        contextValue: context,
        variableValues: variables ?? undefined,
        operationName: operationName ?? undefined,
      });
    return asked.operation === OperationTypeNode.MUTATION && 'userId' in context.actor
      ? writesOfPerson(context.actor.userId, run)
      : run();
  };
}

function send(reply: FastifyReply, found: ExecutionResult['data'], errors?: readonly unknown[]) {
  const data = found ?? null;
  const { request } = reply;
  request.unavailable = errors?.map(unavailableReason).find((reason) => reason !== null) ?? null;
  const result = errors ? { data, errors: toPublicErrors(errors, request.log, request.id) } : { data };
  const text = JSON.stringify(result);
  // A character takes at most four bytes.
  if (text.length > answerBytes / 4 && Buffer.byteLength(text) > answerBytes)
    return reply
      .code(200)
      .send({ data: null, errors: toPublicErrors([new AppError('too-large')], request.log, request.id) });
  return reply.code(statusOf(result)).type('application/json; charset=utf-8').send(text);
}

/** Lets large calls of one network wait for each other, until each is answered. */
function limitLargeCalls(graphql: FastifyInstance): void {
  const ofAddress = personLimit(largeCalls);
  graphql.addHook('onRequest', async ({ method, headers, ip }, reply) => {
    if (method !== 'POST' || Number(headers['content-length'] ?? Infinity) <= largeBytes) return;
    await new Promise<void>((begin, refuse) => {
      const untilAnswered = async () => {
        begin();
        if (!reply.raw.closed) await new Promise((closed) => reply.raw.once('close', closed));
      };
      ofAddress(networkOf(ip), untilAnswered).catch(refuse);
    });
  });
}
