type Subject = { userId: string; providerId: string; staffId: string };

/** What is done with providers, their staff, permissions and care facilities: for each operation, the input of a call. */
export const organisationCalls: Record<string, (subject: Subject) => unknown> = {
  getProviderBranch: ({ providerId }) => ({ id: providerId }),
  previewMove: ({ providerId }) => ({ id: providerId, parent_id: null }),
  // None knows this version: refused after access was given, so that the provider stays where it is.
  moveProvider: ({ providerId }) => ({ id: providerId, parent_id: null, version: -1 }),
  archiveProvider: ({ providerId }) => ({ provider_id: providerId, version: -1 }),
  restoreProvider: ({ providerId }) => ({ id: providerId, version: -1 }),
  deleteProvider: ({ providerId }) => ({ provider_id: providerId, version: -1 }),
};
