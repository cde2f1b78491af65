import { currentDefinition } from '../../../../domain/questionnaire/definition.ts';
import { call } from '../../../api/call.ts';
import { ApiError } from '../../../api/errors.ts';
import { graphql } from '../../../api/graphql.ts';
import type { SavedPlan } from '../../../plan-view/plan.ts';
import type { SaveVariables } from './save-request.ts';

const UpdateAnswers = graphql(`
  mutation updateAnswers(
    $id: ID!
    $answers: JSON!
    $status: AcpStatus!
    $version: Int!
    $step: String
    $completed_at: DateTime
    $idempotency_key: String
    $type: AcpType
    $confirmed: [String!]
    $created_at: DateTime
    $share_date: DateTime
    $definition: Int!
  ) {
    updateAnswers(
      id: $id
      answers: $answers
      status: $status
      version: $version
      step: $step
      completed_at: $completed_at
      idempotency_key: $idempotency_key
      type: $type
      confirmed: $confirmed
      created_at: $created_at
      share_date: $share_date
    ) {
      returning {
        id
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
      }
    }
  }
`);

/** Facts about the person that follow from an answer of step 1 or 2. `dob` is YYYY-MM-DD. */
export type PersonChange = Partial<
  Record<'first_name' | 'last_name' | 'dob' | 'gender' | 'postcode', string>
>;

const UpdateUser = graphql(`
  mutation updateUser($first_name: String, $last_name: String, $dob: Date, $gender: String, $postcode: String) {
    updateUser(first_name: $first_name, last_name: $last_name, dob: $dob, gender: $gender, postcode: $postcode) {
      id
    }
  }
`);

/**
 * Saves answers and returns the plan after the save. Throws ApiError: `conflict`, `locked`, `invalid` with its fields, and
 * others. With `signed`, a save that makes or changes a signed plan, everything that depends on it is read again (DASH-18).
 */
export async function saveAnswers(variables: SaveVariables, signed: boolean): Promise<SavedPlan> {
  const { updateAnswers } = await call(
    UpdateAnswers,
    { ...variables, definition: currentDefinition.version },
    signed ? { types: ['UserAcp', 'RecentActivity', 'EmergencyCard', 'AcpVersion'] } : {},
  );
  const saved = updateAnswers.returning[0];
  if (!saved) throw new ApiError('general_error');
  return saved as SavedPlan;
}

/** Saves the answers of step 1 or 2 about the person in the account (API-05, API-06). Throws ApiError. */
export async function savePerson(change: PersonChange): Promise<void> {
  await call(UpdateUser, change, { types: ['AcpUser'] });
}
