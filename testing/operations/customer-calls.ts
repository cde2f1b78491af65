import { randomUUID } from 'node:crypto';
import { melbourneDate } from '../../src/domain/fields.ts';

type Subject = { userId: string; twinId: string; providerId: string };

/** Operations of staff on customers: for each operation, the input of a call about one customer. */
export const customerCalls: Record<string, (subject: Subject) => unknown> = {
  inviteCustomer: ({ providerId }) => ({
    provider_id: providerId,
    registration_type: 'invite_account',
    first_name: 'Ann',
    last_name: 'Lee',
    email: `${randomUUID()}@test.example`,
  }),
  updateCustomerId: ({ userId }) => ({ id: userId, customer_id: userId }),
  // The customer is active: operations on another status are refused after the access check.
  updateUserStatus: ({ userId }) => ({ id: userId, status: 'active' }),
  archiveCustomer: ({ userId }) => ({ user_id: userId, seen: 'invited' }),
  deleteUser: ({ userId }) => ({ id: userId, type: 'delete', seen: 'invited' }),
  getCustomerConversations: ({ userId }) => ({ id: userId }),
  recordConversation: ({ userId }) => ({
    user_id: userId,
    outcome: 'offered',
    held_on: melbourneDate(new Date()),
  }),
  // A conversation with the same id as the customer.
  takeBackConversation: ({ userId }) => ({ id: userId }),
  takeCustomerBack: ({ userId }) => ({ id: userId }),
  cancelInvite: ({ userId }) => ({ id: userId }),
  sendReminder: ({ userId }) => ({ id: userId }),
  sendReminders: ({ userId }) => ({ ids: [userId] }),
  checkChosenCustomers: ({ userId }) => ({ ids: [userId], action: 'reminder' }),
  archiveCustomers: ({ userId }) => ({ ids: [userId], seen: ['invited'] }),
  undoCustomerArchive: ({ userId }) => ({ user_id: userId }),
  undoCustomerArchives: ({ userId }) => ({ ids: [userId] }),
  resetCustomer: ({ userId }) => ({ id: userId }),
  customerContacts: ({ userId }) => ({ userId }),
  designateEmail: ({ userId }) => ({
    ...{ userId, emailOf: 'mySelf', seen: 'invited' },
    email: `${randomUUID()}@test.example`,
  }),
  // The customer exists already, which is refused after the access check.
  previewCustomerMove: ({ userId, providerId }) => ({ ids: [userId], provider_id: providerId }),
  moveCustomers: ({ userId, providerId }) => ({ ids: [userId], provider_id: providerId }),
  undoCustomerMove: ({ userId }) => ({ id: userId }),
  'customer.hospital': ({ userId }) => ({ id: userId }),
  readHandover: ({ userId }) => ({ user_id: userId }),
  handOver: ({ userId }) => ({ user_id: userId, receiver: 'ambulance' }),
  moveEachCustomer: ({ userId, providerId }) => ({ ids: [userId], provider_id: providerId }),
  undoCustomerMoves: ({ userId }) => ({ ids: [userId] }),
  getPossibleDuplicates: () => ({}),
  compareRecords: ({ userId, twinId }) => ({ first_id: userId, second_id: twinId }),
  setDuplicateAside: ({ userId, twinId }) => ({ first_id: userId, second_id: twinId, set_aside: false }),
  // The compared version is outdated, which is refused after the access check.
  keepRecord: ({ userId, twinId }) => ({ kept_id: userId, archived_id: twinId, seen: 'another' }),
  undoKeptRecord: ({ twinId }) => ({ archived_id: twinId }),
  'customer.duplicates': ({ userId }) => ({ id: userId }),
  openEarlierRecordPlan: ({ userId, twinId }) => ({ id: userId, record_id: twinId }),
  downloadEarlierRecordPlan: ({ userId, twinId }) => ({ id: userId, record_id: twinId }),
  unarchiveCustomer: ({ userId }) => ({ user_id: userId }),
};
