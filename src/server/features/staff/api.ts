// What other features may use of the staff.
export { makeStaffMember, refuseKnownAddress } from './make-staff.ts';
export { resendStaffInvitation } from './invitation-operations.ts';
