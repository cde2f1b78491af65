import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FhirResource } from 'fhir/r4';
import { AppError } from '../../../domain/errors.ts';
import type { Query } from '../../../domain/fhir/records/search-parameters.ts';
import { ClinicalRefusal, operationOutcome, type IssueCode } from '../../../domain/fhir/outcome.ts';

const fhirJson = 'application/fhir+json; charset=utf-8';

/** Intermediate caches must not store plans, or return them for another token. */
export const clinicalHeaders = {
  'cache-control': 'private, no-store',
  vary: 'accept, authorization',
  'x-robots-tag': 'noindex, nofollow',
};

/** Returns the id of a state of a resource: the same content has the same one. */
export const versionIdOf = (content: string): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 32);

/** A state of a resource: the id of its content, and its last change in ISO 8601 if that is known. */
export type State = { versionId: string; lastUpdated?: string | undefined };

/** Sets the headers of a state. True if the reader has this state already (RFC 9110, 13.1.2). */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, state: State): boolean {
  const { versionId, lastUpdated } = state;
  reply.header('etag', `W/"${versionId}"`);
  if (lastUpdated !== undefined) reply.header('last-modified', new Date(lastUpdated).toUTCString());
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  return known.split(',').some((tag) => ['*', `"${versionId}"`].includes(tag.trim().replace(/^W\//, '')));
}

export const sendUnchanged = (reply: FastifyReply): FastifyReply => reply.code(304).send();

export const sendFhir = (reply: FastifyReply, resource: FhirResource): FastifyReply =>
  reply.type(fhirJson).send(JSON.stringify(resource));

/** Sends a resource with its state, or 304 if the reader has it already. */
export function sendResource(
  request: FastifyRequest,
  reply: FastifyReply,
  resource: FhirResource,
): FastifyReply {
  const versionId = versionIdOf(JSON.stringify(resource));
  if (isUnchanged(request, reply, { versionId, lastUpdated: resource.meta?.lastUpdated }))
    return sendUnchanged(reply);
  return sendFhir(reply, { ...resource, meta: { versionId, ...resource.meta } });
}

type Refusal = { status: number; code: IssueCode; diagnostics: string };

const fault: Refusal = { status: 500, code: 'exception', diagnostics: 'The server failed.' };

const refusals: Partial<Record<AppError['code'], Refusal>> = {
  invalid: { status: 400, code: 'invalid', diagnostics: 'The request is not valid.' },
  unauthenticated: { status: 401, code: 'login', diagnostics: 'An access token is required.' },
  forbidden: { status: 403, code: 'forbidden', diagnostics: 'The access token has no scope for this.' },
  'not-found': { status: 404, code: 'not-found', diagnostics: 'There is no such resource.' },
  'rate-limited': { status: 429, code: 'throttled', diagnostics: 'Too many requests.' },
  unavailable: { status: 503, code: 'transient', diagnostics: 'The server is busy. Try again later.' },
};

/** Sends a refusal as an OperationOutcome. It contains nothing of the request and nothing about a person. */
export function sendClinicalRefusal(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof ClinicalRefusal)
    return reply.code(error.status).headers(error.headers).type(fhirJson).send(JSON.stringify(error.outcome));
  const { status, code, diagnostics } =
    (error instanceof AppError ? refusals[error.code] : undefined) ?? fault;
  const wait = error instanceof AppError ? error.details['retryAfter'] : undefined;
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (status === 503 || status === 429)
    reply.header('retry-after', typeof wait === 'number' ? wait : status === 503 ? 5 : 60);
  return reply
    .code(status)
    .type(fhirJson)
    .send(JSON.stringify(operationOutcome(code, diagnostics)));
}

const jsonTypes = new Set([
  'application/fhir+json',
  'application/json',
  'text/json',
  'application/*',
  '*/*',
  'json',
]);

const refuseFormat = (diagnostics: string) => new ClinicalRefusal(406, 'not-supported', diagnostics);

/** Returns the types of an `Accept` header without their parameters; those of another version of FHIR are left out. */
function acceptedTypes(accept: string): string[] {
  return accept
    .slice(0, 1_000)
    .toLowerCase()
    .split(',')
    .filter((range) => !/;\s*q=0(\.0*)?\s*(;|$)/.test(range))
    .filter((range) => /;\s*fhirversion=(?!"?4\.0)/.exec(range) === null)
    .map((range) => range.split(';', 1)[0]!.trim());
}

/**
 * Returns the requested form: JSON, or the content itself where a resource has content. `_format` wins over `Accept`.
 * @param content type of the content, if the resource has any
 * @throws ClinicalRefusal 406 for any other form, such as XML
 */
export function requestedForm(request: FastifyRequest, query: Query, content?: string): 'json' | 'content' {
  const format = query.pairs.find(([name]) => name === '_format')?.[1];
  // In a query a plus is a blank.
  const types = acceptedTypes(format?.replace(' ', '+') ?? request.headers.accept ?? '*/*');
  // FHIR: a reader that asks for no FHIR type gets the content itself.
  if (content !== undefined && types.includes(content)) return 'content';
  if (types.some((type) => type.endsWith('json') && jsonTypes.has(type))) return 'json';
  if (types.includes('*/*') || types.includes('application/*'))
    return content === undefined ? 'json' : 'content';
  throw refuseFormat('Only application/fhir+json of FHIR R4 is supported, and application/pdf for Binary.');
}
