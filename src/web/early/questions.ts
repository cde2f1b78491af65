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
      second_step_due
    }
  }
`;

/** Query for a part of the list of customers, with the counts of all. */
export const customersText = `
  query getCustomers(
    $search: String
    $provider_id: String
    $view: String
    $status: String
    $offset: Int
    $order_by: String
  ) {
    getCustomers(
      search: $search
      provider_id: $provider_id
      view: $view
      status: $status
      offset: $offset
      order_by: $order_by
    ) {
      count
      count_is_exact
      total
      complete
      data {
        id
        first_name
        last_name
        email
        designated_email
        placeholder_email
        image
        customer_id
        provider_id
        provider
        plan_state
        latest_update
        customer_status
        created_at
        last_reminder
        trial_end_date
        removal_on
        integrations {
          type
        }
      }
    }
  }
`;

/** Returns a query as the client sends it: with the type name of each object, which the cache needs. */
export function asSent(text: string): string {
  const last = text.lastIndexOf('}');
  return text.slice(0, last).replaceAll('}', '__typename }') + text.slice(last);
}
