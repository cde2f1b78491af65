/** What was done to a plan, as the audit report names it. */
export const planEvents = [
  'draftSaved',
  'planSaved',
  'planChanged',
  'planOpened',
  'pdfDownloaded',
  'planMailed',
  'cardRenewed',
  'emergencyOpened',
  'fileAdded',
  'fileOpened',
  'fileDeleted',
  'fileChecked',
  'shared',
  'contactAccepted',
  'contactRemoved',
  'planLocked',
  'planUnlocked',
  'planExternal',
  'planNotExternal',
  'planRolledBack',
  'eolRemoved',
  'loginAsStarted',
  'loginAsEnded',
  'exported',
] as const;

export type PlanEvent = (typeof planEvents)[number];

type Details = Readonly<Record<string, unknown>>;
type EventOf = PlanEvent | ((details: Details) => PlanEvent);

/** The event of each operation that is in the report. The database selects the same names (migration 0054). */
const eventsByAction: Readonly<Record<string, EventOf>> = {
  updateAnswers: ({ status, revision }) =>
    status !== 'complete' ? 'draftSaved' : revision === true ? 'planChanged' : 'planSaved',
  openEmergency: 'emergencyOpened',
  openCustomerPlan: 'planOpened',
  downloadCustomerPlan: 'pdfDownloaded',
  readCustomerEmergency: 'emergencyOpened',
  openPlanSharedWithMe: 'planOpened',
  openSharedPlan: 'planOpened',
  mailMyPlan: 'planMailed',
  renewEmergencyCard: 'cardRenewed',
  activateFile: 'fileAdded',
  activateEndOfLifeDocument: 'fileAdded',
  openCustomerFile: 'fileOpened',
  openSharedFile: 'fileOpened',
  recordEmergencyFile: 'fileOpened',
  downloadEolFile: 'fileOpened',
  deleteFile: 'fileDeleted',
  reviewFiles: 'fileChecked',
  insertSharedFiles: 'shared',
  acceptContactRequest: 'contactAccepted',
  deleteTrustedContact: 'contactRemoved',
  stepBack: 'contactRemoved',
  lockCustomer: ({ locked }) => (locked === true ? 'planLocked' : 'planUnlocked'),
  externalCustomer: ({ external }) => (external === true ? 'planExternal' : 'planNotExternal'),
  rollbackACP: 'planRolledBack',
  removeEndOfLifeDocument: 'eolRemoved',
  loginAsCustomer: 'loginAsStarted',
  returnToOwn: 'loginAsEnded',
  downloadDataExport: 'exported',
};

/** The operations whose entries are in the audit report. */
export const planActions: readonly string[] = Object.keys(eventsByAction);

/** Returns the event of an entry of the trail; null if the report does not have it. */
export function planEventOf(action: string, details: Details): PlanEvent | null {
  const event = Object.hasOwn(eventsByAction, action) ? eventsByAction[action]! : null;
  return typeof event === 'function' ? event(details) : event;
}
