/** Why a request to an address that a customer's organisation gave was not sent, or its response not used. */
export type OutgoingProblem =
  | 'address'
  | 'private'
  | 'not_found'
  | 'certificate'
  | 'connection'
  | 'redirect'
  | 'too_large'
  | 'timeout';
