import { gql, type Client, type TypedDocumentNode } from 'urql';
import { apiError } from '../../../api/errors.ts';
import { currentDefinition } from '../../../../domain/questionnaire/definition.ts';
import type { Plan, SavedPlan } from '../../../plan-view/plan.ts';
import type { SaveVariables } from './save-request.ts';

const { version: definition } = currentDefinition;

export const ActivePlan: TypedDocumentNode<
  { getActiveAcpsByUserId: Plan[] },
  { user_id: string; definition: number }
> = gql`
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
        provider
        for_my_self
        account_owner
      }
    }
  }
`;

const UpdateAnswers: TypedDocumentNode<
  { updateAnswers: { returning: SavedPlan[] } },
  SaveVariables & { definition: number }
> = gql`
  mutation updateAnswers(
    $id: ID!
    $answers: JSON!
    $status: AcpStatus!
    $version: Int!
    $step: String
    $completed_at: DateTime
    $idempotency_key: String
    $type: AcpType
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
`;

/** What a plan is read by. The server adds the words that were signed where this definition has other ones. */
export const planVariables = (userId: string) => ({ user_id: userId, definition });

/** The facts of the person that follow from an answer of step 1 or 2. `dob` is YYYY-MM-DD. */
export type PersonChange = Partial<
  Record<'first_name' | 'last_name' | 'dob' | 'gender' | 'postcode', string>
>;

const UpdateUser: TypedDocumentNode<unknown, PersonChange> = gql`
  mutation updateUser($first_name: String, $last_name: String, $dob: Date, $gender: String, $postcode: String) {
    updateUser(first_name: $first_name, last_name: $last_name, dob: $dob, gender: $gender, postcode: $postcode) {
      id
    }
  }
`;

/** Reads the plan as it is saved now. Throws ApiError. */
export async function readPlan(client: Client, userId: string): Promise<Plan | undefined> {
  const result = await client
    .query(ActivePlan, planVariables(userId), { requestPolicy: 'network-only' })
    .toPromise();
  const error = apiError(result.error);
  if (error) throw error;
  return result.data?.getActiveAcpsByUserId[0];
}

/**
 * Saves answers and gives the plan after it. Throws ApiError: `conflict`, `locked`, `invalid` with its fields, and others.
 * A save that signs, or confirms an edit, makes the shell read again what it shows of the plan (DASH-18).
 */
export async function saveAnswers(
  client: Client,
  variables: SaveVariables,
  signs: boolean,
): Promise<SavedPlan> {
  const context = signs ? { additionalTypenames: ['UserAcp'] } : {};
  const result = await client.mutation(UpdateAnswers, { ...variables, definition }, context).toPromise();
  const error = apiError(result.error);
  if (error) throw error;
  const saved = result.data?.updateAnswers.returning[0];
  if (!saved) throw new Error('A save answered without a plan');
  return saved;
}

/** Writes what step 1 or 2 says about the person to the account (API-05, API-06). Throws ApiError. */
export async function savePerson(client: Client, change: PersonChange): Promise<void> {
  const result = await client.mutation(UpdateUser, change, { additionalTypenames: ['AcpUser'] }).toPromise();
  const error = apiError(result.error);
  if (error) throw error;
}
