// Plain text, not documents: the code that creates documents is loaded with the rest of the script.

/** Query for the plan that the person is writing or changing. */
export const savedPlanText = `
  query getActiveAcpsByUserId($user_id: ID!, $definition: Int!) {
    getActiveAcpsByUserId(user_id: $user_id) {
      id
      user_id
      status
      version
      plan_version
      locked
      answers
      definition_version
      signed_sections(definition_version: $definition)
      share_date
      completed_at
      created_at
      updated_at
      user {
        id
        first_name
        last_name
        dob
        gender
        postcode
        provider
        for_my_self
        account_owner
      }
    }
  }
`;

/** Query for the plan in force, as pages show it. */
export const activePlanText = `
  query getActiveAcpsByUserId($user_id: ID!, $definition: Int!) {
    getActiveAcpsByUserId(user_id: $user_id) {
      id
      user_id
      status
      version
      plan_version
      locked
      external
      language
      answers
      definition_version
      signed_sections(definition_version: $definition)
      signed_in_english: signed_sections(definition_version: $definition, language: en)
      completed_at
      updated_at
      still_right_on
      user {
        id
        first_name
        last_name
        dob
        provider
        for_my_self
        account_owner
      }
    }
  }
`;

/** Query for the emergency card. */
export const cardText = `
  query getEmergencyCard {
    getEmergencyCard {
      full_name
      dob
      care_provider
      pin
      share_id
      url
      version
      completed_at
      of_directive
    }
  }
`;

/** Query for the trusted contacts that a plan names. */
export const planContactsText = `
  query getMyTrustedContacts {
    trusted_contacts {
      id
      name
      phone
      relationship
      status
      substitutedDecisionMaker
      plan_shared
      created_at
    }
  }
`;

/** Query for the trusted contacts on their own page. */
export const contactsText = `
  query getMyTrustedContacts {
    trusted_contacts {
      id
      user_id
      name
      email
      phone
      relationship
      status
      substitutedDecisionMaker
      enduringGuardian
      on_emergency_page
      fullAccess
      plan_shared
      shared_file_ids
      accepted_at
      asked_at
      asked_until
      link_expired
      remind_after
      last_opened_at
    }
  }
`;

/** Query for the papers beside a plan. */
export const filesOfPlanText = `
  query getFilesOfPlan {
    getFiles(category: ACP) {
      id
      file_name
      is_eol
      is_active
      is_questionnaire
      activated_timestamp
    }
  }
`;

/** Query for the numbers on the dashboard. */
export const personOnDashboardText = `
  query getUserById($id: ID!) {
    getUserById(id: $id) {
      id
      health_record_confirm_date
      file_counts {
        ACP
        ADDITIONAL_DOCUMENT
        WISHES
      }
    }
  }
`;

/** A question of a page: the text of a query, and its variables. */
export type PageQuestion = { text: string; variables: Readonly<Record<string, unknown>> };

/** Context of a page: the id of the customer, whether they have signed, and the version of the questions. */
export type PageFacts = { id: string; hasSigned: boolean; definition: number };

const writing = /^\/(questionnaire|my-acp\/edit)(\/|$)/;

/** Returns what a customer's page asks first. */
export function questionsAt(path: string, { id, hasSigned, definition }: PageFacts): PageQuestion[] {
  const planBy = (text: string): PageQuestion => ({ text, variables: { user_id: id, definition } });
  const simple = (text: string): PageQuestion => ({ text, variables: {} });
  if (writing.test(path)) return [planBy(savedPlanText)];
  if (path === '/trusted-contacts') return [simple(contactsText), planBy(savedPlanText)];
  if (path === '/care-plan') return [planBy(activePlanText), simple(planContactsText)];
  if (path === '/my-acp')
    return [
      planBy(activePlanText),
      ...(hasSigned ? [cardText, filesOfPlanText, planContactsText].map(simple) : []),
    ];
  if (path === '/dashboard')
    return [planBy(activePlanText), { text: personOnDashboardText, variables: { id } }];
  return [];
}
