/** The fields of Stripe's error about a card. */
export type CardError = {
  code: string;
  decline_code?: string;
  message: string;
};

/** A refusal of the stand-in, in Stripe's form. The refused request changes nothing. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly body: { type: string; code?: string; message: string; param?: string };

  constructor(status: number, message: string, more: { type?: string; code?: string; param?: string } = {}) {
    super(message);
    this.status = status;
    const { type = 'invalid_request_error', ...rest } = more;
    this.body = { type, message, ...rest };
  }

  static missing(kind: string, id: string): ApiError {
    return new ApiError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' });
  }

  static wrong(param: string, message: string, code?: string): ApiError {
    return new ApiError(400, message, { param, ...(code && { code }) });
  }
}
