import type { OperationOutcome, OperationOutcomeIssue } from 'fhir/r4';

/** A code of FHIR's value set issue-type, such as `not-found` or `login`. */
export type IssueCode = OperationOutcomeIssue['code'];

/** Returns a refusal as an OperationOutcome. `diagnostics` is for engineers, in English, and contains no data about a person. */
export const operationOutcome = (code: IssueCode, diagnostics: string): OperationOutcome => ({
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'error', code, diagnostics }],
});

/** A refused request of a clinical system: the status and headers of the response, and its body. */
export class ClinicalRefusal extends Error {
  override readonly name = 'ClinicalRefusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly outcome: OperationOutcome;

  constructor(
    status: number,
    code: IssueCode,
    diagnostics: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(diagnostics);
    this.status = status;
    this.headers = headers;
    this.outcome = operationOutcome(code, diagnostics);
  }
}
