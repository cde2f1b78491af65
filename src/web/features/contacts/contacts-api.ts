import type { ContactFacts } from '../../../domain/contacts/contact-form.ts';
import { fileCategories, type FileCategory } from '../../../domain/files/categories.ts';
import { call } from '../../api/call.ts';
import { codeOf } from '../../api/errors.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { oneOf } from '../../api/one-of.ts';
import { mapRead, useRead, type Read } from '../../api/use-read.ts';
import { contactsText } from '../../early/plan-questions.ts';

const Contacts = graphql(contactsText);

const Sharing = graphql(`
  query getTrustedContact($id: ID!) {
    getTrustedContact(id: $id) {
      id
      name
      status
      substitutedDecisionMaker
      fullAccess
      plan_shared
      accepted_at
      last_opened_at
      shared_file_ids
    }
    getSharedFiles(shared_with: $id) {
      file_id
      shared_at
    }
    getFiles {
      id
      category
      file_name
      is_active
      is_questionnaire
    }
  }
`);

const AddContact = graphql(`
  mutation addTrustedContact(
    $name: String!
    $email: String!
    $phone: String!
    $relationship: String!
    $substitutedDecisionMaker: Boolean!
    $enduringGuardian: Boolean!
    $permissionConfirmation: Boolean!
    $idempotency_key: String
  ) {
    addTrustedContact(
      name: $name
      email: $email
      phone: $phone
      relationship: $relationship
      substitutedDecisionMaker: $substitutedDecisionMaker
      enduringGuardian: $enduringGuardian
      permissionConfirmation: $permissionConfirmation
      idempotency_key: $idempotency_key
    ) {
      id
      user_id
      name
    }
  }
`);

const UpdateContact = graphql(`
  mutation updateTrustedContact(
    $id: ID!
    $name: String!
    $email: String!
    $phone: String!
    $relationship: String!
    $substitutedDecisionMaker: Boolean!
    $enduringGuardian: Boolean!
  ) {
    updateTrustedContact(
      id: $id
      name: $name
      email: $email
      phone: $phone
      relationship: $relationship
      substitutedDecisionMaker: $substitutedDecisionMaker
      enduringGuardian: $enduringGuardian
    ) {
      id
    }
  }
`);

const DeleteContact = graphql(`
  mutation deleteTrustedContact($id: ID!) {
    deleteTrustedContact(id: $id)
  }
`);

const RemindContact = graphql(`
  mutation remindTrustedContact($id: ID!) {
    remindTrustedContact(id: $id) {
      id
    }
  }
`);

const UpdateEmergency = graphql(`
  mutation updateTrustedContactEmergency($id: ID!, $on_emergency_page: Boolean!) {
    updateTrustedContactEmergency(id: $id, on_emergency_page: $on_emergency_page) {
      id
    }
  }
`);

const ShareFiles = graphql(`
  mutation insertSharedFiles(
    $shared_with: ID!
    $file_ids: [ID!]!
    $plan_shared: Boolean!
    $fullAccess: Boolean!
  ) {
    insertSharedFiles(
      shared_with: $shared_with
      file_ids: $file_ids
      plan_shared: $plan_shared
      fullAccess: $fullAccess
    ) {
      id
    }
  }
`);

/** A trusted contact as shown to the owner. */
export type Contact = ResultOf<typeof Contacts>['trusted_contacts'][number];

/** A contact to whom a request was just sent. */
export type AskedContact = Pick<Contact, 'id' | 'user_id' | 'name'>;

/** The type is also named here, because an empty list in the cache contains no contact to match it by. */
const changed = { types: ['TrustedContact'] };

/** Reads the person's own trusted contacts: accepted ones first, substitute decision makers at the top. */
export function useContacts(): Read<readonly Contact[]> {
  const read = useRead(Contacts, {}, { refresh: true, ...changed });
  return mapRead(read, ({ trusted_contacts }) => trusted_contacts);
}

/** Adds a contact and sends the request (TC-03). The same key is the same call. @throws ApiError */
export async function addContact(facts: ContactFacts, idempotency_key: string): Promise<AskedContact> {
  const values = { ...facts, permissionConfirmation: true, idempotency_key };
  return (await call(AddContact, values, changed)).addTrustedContact;
}

/** Changes the facts about a contact (TC-04). @throws ApiError */
export const updateContact = (id: string, facts: ContactFacts) =>
  call(UpdateContact, { id, ...facts }, changed);

/** Deletes a contact, or cancels the request (TC-05, TC-06). Succeeds if the contact is already deleted. @throws ApiError */
export async function deleteContact(id: string): Promise<void> {
  try {
    await call(DeleteContact, { id }, changed);
  } catch (error) {
    if (codeOf(error) !== 'not-found') throw error;
  }
}

/** Sends the request again, with a new link. @throws ApiError */
export const remindContact = (id: string) => call(RemindContact, { id }, changed);

/** Hides a contact on the emergency page, or shows them there again (D-33). @throws ApiError */
export const showOnEmergencyPage = (id: string, on_emergency_page: boolean) =>
  call(UpdateEmergency, { id, on_emergency_page }, changed);

/** A file in use, and the time since which the contact is chosen to see it. */
export type ShareableFile = {
  id: string;
  file_name: string;
  category: FileCategory;
  shared_at: string | undefined;
};

/** Access of one contact, and everything that could be shared with them, as stored on the server. */
export type Sharing = {
  contact: ResultOf<typeof Sharing>['getTrustedContact'];
  /** Without the signed plan, which has its own switch. */
  files: readonly ShareableFile[];
};

function sharingIn({ getTrustedContact, getSharedFiles, getFiles }: ResultOf<typeof Sharing>): Sharing {
  const since = new Map(getSharedFiles.map(({ file_id, shared_at }) => [file_id, shared_at]));
  const files = getFiles
    .filter(({ is_active, is_questionnaire }) => is_active && !is_questionnaire)
    .map(({ id, file_name, category }) => ({
      id,
      file_name,
      category: oneOf(fileCategories, category),
      shared_at: since.get(id),
    }));
  return { contact: getTrustedContact, files };
}

/** Reads what one contact can see (SHARE-02). Waits for the server, as a form requires. */
export const useSharing = (contactId: string): Read<Sharing> =>
  mapRead(useRead(Sharing, { id: contactId }, { fresh: true, types: ['TrustedContact', 'File'] }), sharingIn);

/** Sets what a contact can see: exactly these files (API-63). Effective immediately. @throws ApiError */
export const shareFiles = (
  shared_with: string,
  choices: { plan_shared: boolean; fullAccess: boolean; file_ids: string[] },
) => call(ShareFiles, { shared_with, ...choices }, changed);
