import type { RawBuilder } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { melbourneDate } from '../../../domain/fields.ts';
import { answersOfProfile, type Profile } from '../../../domain/inputs/profile.ts';
import { mergeAnswers, sameAnswers } from '../../../domain/plan/lifecycle.ts';
import { completionProblems } from '../../../domain/questionnaire/completeness.ts';
import { normalise } from '../../../domain/questionnaire/normalise.ts';
import type { Work } from '../../pipeline/work.ts';
import { findActiveOfForChange, savePlan } from '../acp/api.ts';

type Changing = Pick<
  Work<unknown>,
  'tx' | 'services' | 'actor' | 'now' | 'auditDetails' | 'changedFields' | 'emit'
>;

/**
 * Plan, card and PDF say of a person what the account says: what changes there changes in the plan too, a signed one
 * with its state before kept as always. A plan that today's questions would refuse stays as it was signed.
 * @param drafts whether an unsigned plan follows too; the questionnaire saves its answers itself
 * @throws AppError `locked`; `forbidden` where the plan is signed and the actor may not sign
 */
export async function changePlan(
  work: Changing,
  userId: string,
  given: Profile,
  { drafts }: { drafts: boolean },
): Promise<void> {
  const { tx, services, now } = work;
  const answers = answersOfProfile(given);
  if (Object.keys(answers).length === 0) return;
  const acp = await findActiveOfForChange(tx, services, userId);
  if (!acp || (acp.status === 'draft' && !drafts)) return;
  const changed = normalise(mergeAnswers(acp.answers, answers));
  if (sameAnswers(acp.answers, changed)) return;
  if (acp.locked) throw new AppError('locked');
  if (acp.status === 'complete' && completionProblems(changed, { today: melbourneDate(now) }).length > 0)
    return;
  const statements: RawBuilder<unknown>[] = [];
  const request = { status: acp.status, type: 'active', step: null } as const;
  await savePlan(
    { ...work, withFinalStatement: (statement) => void statements.push(statement) },
    acp,
    request,
    changed,
  );
  // The account is read once more within this transaction, with the plan as it is then.
  for (const statement of statements) await statement.execute(tx);
}
