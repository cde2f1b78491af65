// Plain text, not documents: the code that creates documents is loaded with the rest of the script.

/** Query for the signed-in person. */
export const currentUserText = `
  query currentUser {
    currentUser {
      id
      first_name
      last_name
      email
      language
      provider_id
      provider {
        name
        logo
        has_children
      }
      super_admin
      subscription_id
      permission_role {
        role
        can_manage_acp
        can_manage_all
        can_manage_user
      }
      status
      login_provider
      cognito_sync_status
      for_my_self
      account_owner
      image
      date_format
      customer_columns
      delete_on
      removed_by_staff
      consents {
        document
        version
        present
      }
      consents_due {
        eusa
        privacy
      }
      acps {
        id
        status
        external
        completed_at
        version
        plan_version
      }
      acting {
        staff_name
        customer_id
        customer_name
        ends_at
        seconds_left
      }
      together {
        staff_name
        organisation
        place
        customer_name
      }
      second_step_due
    }
  }
`;

/** Returns a query as the client sends it: with the type name of each object, which the cache needs. */
export function asSent(text: string): string {
  const last = text.lastIndexOf('}');
  return text.slice(0, last).replaceAll('}', '__typename }') + text.slice(last);
}
