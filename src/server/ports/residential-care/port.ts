/** How to reach a residential-care system for one provider. */
export type CareConnection = {
  address: string;
  facilityCode: string;
  userName: string;
  secret: string;
};

/** A resident as the system lists them; dates in ISO, `null` for what it does not know. */
export type CareResident = {
  id: string;
  firstName: string;
  lastName: string;
  birthDate: string | null;
  medicareNumber: string | null;
};

/** A page of active residents; `next` is the cursor, null at the end. */
export type CareResidentPage = { residents: readonly CareResident[]; next: string | null };

/** A paper of a resident in the system: an advance care document made elsewhere. */
export type CarePaper = {
  id: string;
  name: string;
  type: string;
  size: number;
  /** Differs after each change of the paper; undefined in a system without it. */
  changed?: string | undefined;
};

/** A plan as it is sent: the signed version, and its PDF. */
export type CarePlan = { documentId: string; planVersion: number; signedOn: string; pdf: Uint8Array };

/**
 * Why a call failed: the system did not accept the credentials, did not answer in time, answered something else than it should, or
 * refused this one document.
 */
export type CareFailure = 'credentials' | 'unreachable' | 'unexpected' | 'refused';

/** Thrown by every call of `ResidentialCare` that fails. The message has no data about a person. */
export class CareError extends Error {
  readonly kind: CareFailure;
  constructor(kind: CareFailure, options?: ErrorOptions) {
    super(`The residential-care system failed: ${kind}`, options);
    this.name = 'CareError';
    this.kind = kind;
  }
}

/**
 * A residential-care system of a provider (INTEG-01). Every call throws `CareError`. A resident may be listed twice, and a page may be
 * shorter than the one before; sending the same document again replaces it.
 */
export interface ResidentialCare {
  /** Succeeds if the system accepts the credentials for this facility. */
  check: (connection: CareConnection) => Promise<void>;
  activeResidents: (connection: CareConnection, cursor: string | null) => Promise<CareResidentPage>;
  sendPlan: (connection: CareConnection, residentId: string, plan: CarePlan) => Promise<void>;
  /** Marks the document as withdrawn, also if it is not there. */
  withdrawPlan: (connection: CareConnection, residentId: string, documentId: string) => Promise<void>;
  papers: (connection: CareConnection, residentId: string) => Promise<readonly CarePaper[]>;
  /** Returns the content of a paper. @throws CareError `refused` when it is larger than `bytesAtMost` */
  readPaper: (
    connection: CareConnection,
    residentId: string,
    paperId: string,
    bytesAtMost: number,
  ) => Promise<Uint8Array>;
}
