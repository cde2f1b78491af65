import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Query } from '../../../../domain/fhir/records/search-parameters.ts';
import type { Context, Services } from '../../../pipeline/context.ts';

/** One request of a clinical system. */
export type Call = {
  services: Services;
  context: Context;
  clientId: string;
  request: FastifyRequest;
  reply: FastifyReply;
  query: Query;
  /** The id in the address; empty for a search. */
  id: string;
  form: 'json' | 'content';
};

/** Returns the address of a search as the server understood it. */
export const selfOf = (
  { services }: Call,
  type: string,
  parameters: Readonly<Record<string, string>>,
): string => `${services.config.publicUrl}/fhir/${type}?${new URLSearchParams(parameters).toString()}`;
