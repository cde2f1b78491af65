import type { OutgoingProblem } from '../../../domain/integrations/outgoing-problem.ts';

/** A request that was refused or failed. Its message contains neither the address nor the response. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly problem: OutgoingProblem;

  constructor(problem: OutgoingProblem, options?: ErrorOptions) {
    super(`An outgoing request failed (${problem}).`, options);
    this.problem = problem;
  }
}

export type OutgoingRequest = {
  method?: string | undefined;
  headers?: Headers | Record<string, string> | undefined;
  body?: string | URLSearchParams | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Sends a request to an address that a user entered: over https, to public addresses only, without redirects. The response
 * was read completely.
 * @throws OutgoingError
 */
export type OutgoingFetch = (url: string | URL, request?: OutgoingRequest) => Promise<Response>;
