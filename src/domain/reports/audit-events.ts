/** Kinds of actions on a plan in the audit report. */
export const planEvents = [
  'draftSaved',
  'planSaved',
  'planChanged',
  'planOpened',
  'pdfDownloaded',
  'planMailed',
  'planConfirmed',
  'handedOver',
  'cardRenewed',
  'emergencyOpened',
  'fileAdded',
  'fileOpened',
  'fileDeleted',
  'fileChecked',
  'fileSetAside',
  'fileUsedAgain',
  'shared',
  'linkRevoked',
  'contactAccepted',
  'contactRemoved',
  'planLocked',
  'planUnlocked',
  'planExternal',
  'planNotExternal',
  'planFlagged',
  'planRolledBack',
  'eolRemoved',
  'loginAsStarted',
  'loginAsEnded',
  'togetherStarted',
  'exported',
  'planSent',
  'planWithdrawn',
] as const;

export type PlanEvent = (typeof planEvents)[number];

type Details = Readonly<Record<string, unknown>>;
type EventOf = PlanEvent | ((details: Details) => PlanEvent);

const savedOf: EventOf = ({ status, revision }) =>
  status !== 'complete' ? 'draftSaved' : revision === true ? 'planChanged' : 'planSaved';

const lockedOf = ({ locked }: Details): PlanEvent => (locked === true ? 'planLocked' : 'planUnlocked');

const externalOf = ({ external }: Details): PlanEvent =>
  external === true ? 'planExternal' : 'planNotExternal';

const sentOf: EventOf = ({ step }) => (step === 'withdraw' ? 'planWithdrawn' : 'planSent');

/**
 * Event of each operation that the report contains. The database has the same list of operations and the same rule for their events
 * (migration 0105).
 */
const eventsByAction: Readonly<Record<string, EventOf>> = {
  updateAnswers: savedOf,
  updateRevision: savedOf,
  updateACPStatus: savedOf,
  openEmergency: 'emergencyOpened',
  openCustomerPlan: 'planOpened',
  downloadCustomerPlan: 'pdfDownloaded',
  getPlanFhir: 'pdfDownloaded',
  // Read for the handover list of the house or for the table of customers, and not because of an emergency.
  readCustomerEmergency: (details) =>
    'handover' in details || 'table' in details ? 'planOpened' : 'emergencyOpened',
  openEarlierRecordPlan: 'planOpened',
  downloadEarlierRecordPlan: 'pdfDownloaded',
  openPlanSharedWithMe: 'planOpened',
  openSharedPlan: 'planOpened',
  openHealthLink: 'planOpened',
  readClinicalDocuments: 'planOpened',
  readClinicalDocument: 'planOpened',
  readClinicalPlan: ({ as }) => (as === 'Binary' ? 'pdfDownloaded' : 'planOpened'),
  readClinicalConsents: 'planOpened',
  readClinicalConsent: 'planOpened',
  openClinicalForm: 'fileOpened',
  createHealthLink: 'shared',
  revokeHealthLink: 'linkRevoked',
  mailMyPlan: 'planMailed',
  confirmStillRight: 'planConfirmed',
  handOver: 'handedOver',
  readHandover: 'pdfDownloaded',
  renewEmergencyCard: 'cardRenewed',
  activateFile: 'fileAdded',
  copyFileS3: 'fileAdded',
  activateEndOfLifeDocument: 'fileAdded',
  activateLegacyFile: 'fileAdded',
  migrateEOLFiles: 'fileAdded',
  previewEarlierFile: 'fileOpened',
  openCustomerFile: 'fileOpened',
  openSharedFile: 'fileOpened',
  recordEmergencyFile: 'fileOpened',
  generateS3Url: 'fileOpened',
  downloadEolFile: 'fileOpened',
  deleteFile: 'fileDeleted',
  reviewFiles: 'fileChecked',
  setPaperAside: 'fileSetAside',
  usePaperAgain: 'fileUsedAgain',
  confirmPaper: 'fileUsedAgain',
  insertSharedFiles: 'shared',
  acceptContactRequest: 'contactAccepted',
  deleteTrustedContact: 'contactRemoved',
  stepBack: 'contactRemoved',
  lockCustomer: lockedOf,
  externalCustomer: externalOf,
  updateACP: (details) =>
    !('external' in details)
      ? lockedOf(details)
      : !('locked' in details)
        ? externalOf(details)
        : 'planFlagged',
  rollbackACP: 'planRolledBack',
  removeEndOfLifeDocument: 'eolRemoved',
  loginAsCustomer: 'loginAsStarted',
  returnToOwn: 'loginAsEnded',
  beginTogether: 'togetherStarted',
  downloadDataExport: 'exported',
  syncAcp: sentOf,
  sendLinkedPlan: sentOf,
  sendSyncLine: sentOf,
  keepCarePaper: 'fileAdded',
  takeCarePaperAway: 'fileDeleted',
};

/** The operations whose entries are in the audit report. */
export const planActions: readonly string[] = Object.keys(eventsByAction);

/** Returns the event of an entry of the trail; null if the report does not contain its operation. */
export function planEventOf(action: string, details: Details): PlanEvent | null {
  const event = Object.hasOwn(eventsByAction, action) ? eventsByAction[action]! : null;
  return typeof event === 'function' ? event(details) : event;
}
