import type { FastifyBaseLogger } from 'fastify';
import { parse, specifiedRules, validate, type ValidationRule } from 'graphql';
import { makeServer, type Server } from 'graphql-ws';
import { AppError } from '../../../domain/errors.ts';
import { isPageOf, personHeader } from '../../features/sessions/request.ts';
import type { Context } from '../../pipeline/context.ts';
import { isGraphqlError, type DocumentLimits } from '../documents.ts';
import { toPublicErrors } from '../errors.ts';
import { schema } from '../schema.ts';

/** Maximum number of subscriptions of one socket (security 27). */
const mostSubscriptions = 3;

/** The protocol graphql-transport-ws. Each socket has the context of its request, and `refuse`, which closes it. */
export type SubscriptionServer = Server<{ context: Context; refuse: () => void }>;

/** Creates the server of the protocol, which runs subscriptions only and returns public errors. */
export function subscriptionServer(
  log: FastifyBaseLogger,
  { rules, characters, tokens }: DocumentLimits & { rules: readonly ValidationRule[] },
): SubscriptionServer {
  function publicErrors(errors: readonly unknown[], { meta }: Context) {
    const logOfRequest = log.child({ reqId: meta.requestId });
    return toPublicErrors(errors, logOfRequest, meta.requestId).map((error) => error.toJSON());
  }

  return makeServer<Record<string, unknown>, { context: Context; refuse: () => void }>({
    schema,
    connectionInitWaitTimeout: 5_000,
    context: ({ extra }) => extra.context,
    onConnect({ connectionParams, extra }) {
      if (isPageOf(connectionParams?.[personHeader], extra.context.actor)) return true;
      extra.refuse();
      return false;
    },
    parse: (source) => parse(source, { maxTokens: tokens }),
    validate(known, document) {
      try {
        return validate(known, document, [...specifiedRules, ...rules]);
      } catch (error) {
        // Some of the limits throw their errors.
        if (isGraphqlError(error)) return [error];
        throw error;
      }
    },
    // Only subscriptions use the socket; queries and mutations go through the POST route, with its checks.
    execute() {
      throw new AppError('invalid');
    },
    onSubscribe({ subscriptions }, _, { query }) {
      if (query.length > characters || Object.keys(subscriptions).length > mostSubscriptions)
        throw new AppError('invalid');
    },
    onNext({ extra }, _, __, ___, result) {
      if (!result.errors) return undefined;
      const errors = publicErrors(result.errors, extra.context);
      return { data: result.data ?? null, errors };
    },
    onError: ({ extra }, _, __, errors) => publicErrors(errors, extra.context),
  });
}
