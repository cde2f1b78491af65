/** The fields of Stripe's error about a card. */
export type CardError = { code: string; decline_code?: string; message: string };

/** A refusal in Stripe's form. If a handler throws it, the request changes nothing; if it returns it, its changes are kept. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly body: { error: object };

  constructor(status: number, message: string, more: object = {}) {
    super(message);
    this.status = status;
    this.body = { error: { type: 'invalid_request_error', message, ...more } };
  }
}

export const missing = (kind: string, id: string): ApiError =>
  new ApiError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' });

export const wrongParameter = (param: string, message: string, code?: string): ApiError =>
  new ApiError(400, message, { param, ...(code && { code }) });

/** Returns the response about a refused card, with the objects that the attempt changed. */
export const cardRefused = (error: CardError, more: object = {}): ApiError =>
  new ApiError(402, error.message, { type: 'card_error', ...error, ...more });
