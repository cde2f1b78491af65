type Subject = { userId: string; providerId: string; staffId: string };

/** What is done with providers, their staff, permissions and care facilities: for each operation, the input of a call. */
export const organisationCalls: Record<string, (subject: Subject) => unknown> = {
  getPermissionRoles: () => ({}),
  getPermissionRoleUsers: () => ({ id: '3' }),
  updatePermissionRole: () => ({
    ...{ id: 3, version: -1, can_manage_acp: true, can_manage_all: false, can_manage_user: true },
  }),
  getCustomerProviders: () => ({}),
  // No facility has this id: that is told after access was given.
  getCustomerProvider: () => ({ id: '0aaa0000-0000-4000-8000-00000000000f' }),
  getFacilityCustomers: () => ({ id: '0aaa0000-0000-4000-8000-00000000000f' }),
  getCustomerProviderNames: () => ({}),
  addCustomerProvider: () => ({ provider_name: 'Heathland Lodge' }),
  updateCustomerProvider: () => ({
    ...{ id: '0aaa0000-0000-4000-8000-00000000000f', version: 0 },
    provider_name: 'Heathland Lodge',
  }),
  deleteCustomerProvider: () => ({ id: '0aaa0000-0000-4000-8000-00000000000f' }),
  attachCustomerProvider: ({ userId }) => ({ user_id: userId, customer_provider_id: null }),
};
