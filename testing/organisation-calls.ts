import { randomUUID } from 'node:crypto';

type Subject = { userId: string; providerId: string; staffId: string };

const facts = { first_name: 'Ann', last_name: 'Lee', phone: '', role: 'nurse' };

/** What is done with providers, their staff, permissions and care facilities: for each operation, the input of a call. */
export const organisationCalls: Record<string, (subject: Subject) => unknown> = {
  getProviderBranch: ({ providerId }) => ({ id: providerId }),
  previewMove: ({ providerId }) => ({ id: providerId, parent_id: null }),
  // None knows this version: refused after access was given, so that the provider stays where it is.
  moveProvider: ({ providerId }) => ({ id: providerId, parent_id: null, version: -1 }),
  archiveProvider: ({ providerId }) => ({ provider_id: providerId, version: -1 }),
  restoreProvider: ({ providerId }) => ({ id: providerId, version: -1 }),
  deleteProvider: ({ providerId }) => ({ provider_id: providerId, version: -1 }),
  getProviderTree: () => ({}),
  getAllProvidersFiltered: () => ({}),
  getManageProviders: () => ({}),
  getProviderOptionsQuery: () => ({}),
  getProviderByPk: ({ providerId }) => ({ id: providerId }),
  getProviderAcps: () => ({}),
  providersAggregate: () => ({}),
  getProviderUsers: () => ({}),
  getProviderUsersCount: ({ providerId }) => ({ provider_id: providerId }),
  insertProviderUser: ({ providerId }) => ({
    ...{ ...facts, provider_id: providerId, permission_role_id: 3 },
    email: `${randomUUID()}@test.example`,
  }),
  // The account is in use, and its address is fixed: refused after access was given, as are those that tell another status.
  updateProviderUser: ({ staffId }) => ({ ...facts, id: staffId, email: 'new@test.example' }),
  updateUserPermissionRole: ({ staffId }) => ({ id: staffId, permission_role_id: 3, seen: 'invited' }),
  suspendProviderUser: ({ staffId }) => ({ id: staffId, seen: 'invited' }),
  reactivateProviderUser: ({ staffId }) => ({ id: staffId }),
  deleteProviderUser: ({ staffId }) => ({ id: staffId, seen: 'invited' }),
  resendStaffInvitation: ({ staffId }) => ({ id: staffId }),
  endStaffSessions: ({ staffId }) => ({ id: staffId, password: 'Wrong-horse-7' }),
  removeStaffSecondStep: ({ staffId }) => ({ id: staffId, password: 'Wrong-horse-7' }),
};
