import type { ErrorCode } from '../../../../domain/errors.ts';
import { ApiError } from '../../../api/errors.ts';

/**
 * Why a step of an upload failed: no response, a temporary failure of the server, or a refusal. `stopped` means that the person
 * stopped it.
 */
export type FailureKind = 'connection' | 'server' | 'refused' | 'stopped';

export class SendingFailed extends Error {
  readonly kind: FailureKind;
  /** The server's error, if there was a response. */
  readonly error: ApiError | undefined;

  constructor(kind: FailureKind, error?: ApiError) {
    super(kind);
    this.name = 'SendingFailed';
    this.kind = kind;
    this.error = error;
  }
}

/** Backoff before each retry after a lost connection, in seconds: some ten minutes in all. */
const connectionWaits = [1, 2, 4, 8, 15, ...Array<number>(19).fill(30)];
/** Backoff after a temporary failure of the server, in seconds: the person sees the error within five seconds. */
const serverWaits = [1, 2];
/** Maximum delay before an automatic retry, in seconds; a longer one is reported as an error. */
const longestWaitSeconds = 60;

/**
 * Returns the milliseconds to wait before the next try of the same step, or undefined if the upload is given up. `tries` counts
 * the failures of its kind since a part was last received.
 */
export function waitBefore({ kind, error }: SendingFailed, tries: number): number | undefined {
  if (kind === 'refused' || kind === 'stopped') return undefined;
  const seconds = (kind === 'connection' ? connectionWaits : serverWaits)[tries - 1];
  if (seconds === undefined) return undefined;
  const asked = error?.retryAfter ?? 0;
  return asked > longestWaitSeconds ? undefined : 1000 * Math.max(seconds, asked);
}

const passing: readonly ErrorCode[] = ['unavailable', 'rate-limited', 'conflict', 'general_error'];

/**
 * Converts an error of a call to a failure of an upload. An error that is not a refusal by the server counts as a server failure.
 */
export function failureOf(thrown: unknown): SendingFailed {
  if (thrown instanceof SendingFailed) return thrown;
  if (!(thrown instanceof ApiError)) return new SendingFailed('server');
  if (thrown.unanswered) return new SendingFailed('connection', thrown);
  return new SendingFailed(passing.includes(thrown.code) ? 'server' : 'refused', thrown);
}
