import { z } from 'zod/mini';
import { assertOutsideTransaction } from '../../db/outside-transaction.ts';
import { OutgoingError, type OutgoingFetch, type OutgoingRequest } from '../outgoing/port.ts';
import { papersAnswer, residentsAnswer } from './ecase-answers.ts';
import { CareError, type CareConnection, type CareFailure, type ResidentialCare } from './port.ts';

/** Timeout and maximum size of the response of one call. */
export type CallBounds = { timeoutMs: number; maxBytes: number };

export type EcaseOptions = {
  /** Returns a fetch that refuses private addresses and redirects, within bounds. */
  fetchWithin: (bounds: CallBounds) => OutgoingFetch;
  /** The simulated system: its address for connections, and a fetch that reaches it; null in production. */
  simulated: { address: string; at: string; fetchWithin: (bounds: CallBounds) => OutgoingFetch } | null;
};

const timeoutMs = 10_000;
const small = 64 * 1024;
/** A page of residents, whose names may be long. */
const large = 4 * 1024 * 1024;

const unreachableStatuses = new Set([408, 429, 502, 503, 504]);
const refusedStatuses = new Set([400, 404, 409, 413, 415, 422]);

/** Subject of a call. It decides what status 404 means: an unknown facility is a wrong setting, an unknown document is a refusal. */
type About = 'facility' | 'resident';

function failureOfStatus(status: number, about: About): CareFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status === 401 || status === 403) return 'credentials';
  if (about === 'facility' && status === 404) return 'credentials';
  if (unreachableStatuses.has(status)) return 'unreachable';
  return about === 'resident' && refusedStatuses.has(status) ? 'refused' : 'unexpected';
}

const unexpectedProblems = new Set(['redirect', 'too_large']);

/** Converts a failure of the request. Its cause has neither the address nor the response. */
function failureOf(error: unknown): unknown {
  if (!(error instanceof OutgoingError)) return error;
  return new CareError(unexpectedProblems.has(error.problem) ? 'unexpected' : 'unreachable', {
    cause: error,
  });
}

/** Returns an id as one segment of a path. @throws CareError for an id that would leave its place in the path */
function segment(id: string): string {
  if (id === '' || /^\.+$/.test(id)) throw new CareError('unexpected');
  return encodeURIComponent(id);
}

const basic = ({ userName, secret }: CareConnection) =>
  `Basic ${Buffer.from(`${userName}:${secret}`, 'utf8').toString('base64')}`;

type Call = OutgoingRequest & { path: string; about: About; maxBytes?: number };

function callsOf({ fetchWithin, simulated }: EcaseOptions) {
  return async (connection: CareConnection, { path, about, maxBytes = small, ...request }: Call) => {
    const isSimulated = simulated !== null && connection.address === simulated.address;
    const base = (isSimulated ? simulated.at : connection.address).replace(/\/+$/, '');
    const send = (isSimulated ? simulated.fetchWithin : fetchWithin)({ timeoutMs, maxBytes });
    const headers = { accept: 'application/json', ...request.headers, authorization: basic(connection) };
    let response: Response;
    try {
      response = await send(`${base}/${path}`, { ...request, headers });
    } catch (error) {
      throw failureOf(error);
    }
    const failure = failureOfStatus(response.status, about);
    if (failure) throw new CareError(failure);
    return response;
  };
}

/** Reads a JSON answer. @throws CareError `unexpected` when it is cut off or has other fields */
async function readAs<Schema extends z.ZodMiniType>(
  response: Response,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The error of the parser quotes the answer.
    throw new CareError('unexpected');
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new CareError('unexpected');
  return parsed.data;
}

const facility = ({ facilityCode }: CareConnection) => `facilities/${segment(facilityCode)}`;
const documentPath = (residentId: string, documentId: string) =>
  `residents/${segment(residentId)}/documents/${segment(documentId)}`;

/** Creates the adapter of eCase over HTTP with basic authentication (INTEG-01). */
export function ecaseCare(options: EcaseOptions): ResidentialCare {
  const call = callsOf(options);
  const send: typeof call = (connection, request) => {
    assertOutsideTransaction('A call of the residential-care system');
    return call(connection, request);
  };
  return {
    async check(connection) {
      await send(connection, { path: facility(connection), about: 'facility' });
    },
    async activeResidents(connection, cursor) {
      const from = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const path = `${facility(connection)}/residents?status=active${from}`;
      return readAs(await send(connection, { path, about: 'facility', maxBytes: large }), residentsAnswer);
    },
    async sendPlan(connection, residentId, { documentId, planVersion, signedOn, pdf }) {
      await send(connection, {
        path: documentPath(residentId, documentId),
        about: 'resident',
        method: 'PUT',
        headers: {
          'content-type': 'application/pdf',
          'x-document-version': String(planVersion),
          'x-document-date': signedOn,
        },
        body: pdf,
      });
    },
    async withdrawPlan(connection, residentId, documentId) {
      const path = `${documentPath(residentId, documentId)}/withdrawal`;
      await send(connection, { path, about: 'resident', method: 'POST' });
    },
    async papers(connection, residentId) {
      const path = `residents/${segment(residentId)}/papers`;
      const response = await send(connection, { path, about: 'resident', maxBytes: large });
      return (await readAs(response, papersAnswer)).papers;
    },
    async readPaper(connection, residentId, paperId, bytesAtMost) {
      const path = `residents/${segment(residentId)}/papers/${segment(paperId)}`;
      const headers = { accept: '*/*' };
      try {
        const call_ = { path, headers, about: 'resident', maxBytes: bytesAtMost } as const;
        return new Uint8Array(await (await send(connection, call_)).arrayBuffer());
      } catch (error) {
        const isTooLarge =
          error instanceof CareError &&
          error.cause instanceof OutgoingError &&
          error.cause.problem === 'too_large';
        throw isTooLarge ? new CareError('refused', { cause: error.cause }) : error;
      }
    },
  };
}
