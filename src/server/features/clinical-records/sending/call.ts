import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Services } from '../../../pipeline/context.ts';

/** One request of a clinical system. */
export type Call = {
  services: Services;
  context: Context;
  clientId: string;
  request: FastifyRequest;
  reply: FastifyReply;
  /** What follows `?` in the address. */
  query: string;
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
