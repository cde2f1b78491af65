import type { RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import { melbourneDate } from '../../../domain/fields.ts';
import { answersOfProfile, type Profile } from '../../../domain/inputs/profile.ts';
import { mergeAnswers, sameAnswers } from '../../../domain/plan/lifecycle.ts';
import { completionProblems } from '../../../domain/questionnaire/answering/completeness.ts';
import { normalise } from '../../../domain/questionnaire/answering/normalise.ts';
import type { Work } from '../../pipeline/work.ts';
import { confirmedKeys, findActiveOfForChange, savePlan } from '../acp/api.ts';

/** Input fields for confirmed changes of a signed plan, which is updated with the account. */
export const confirmation = {
  /** The keys of its answers whose values before and now the person saw and confirmed. */
  confirmed: confirmedKeys,
  /** The version (of saves) that was shown as before. */
  confirmed_version: z.nullish(z.int().check(z.gte(0))),
};

export type Confirmed = {
  confirmed: readonly string[] | null | undefined;
  confirmed_version: number | null | undefined;
};

type Changing = Pick<
  Work<unknown>,
  'tx' | 'services' | 'actor' | 'now' | 'auditDetails' | 'changedFields' | 'emit'
>;

/**
 * Applies changes of the account to the plan, so that plan, card and PDF agree with the account; the previous state of a signed
 * plan is kept as always. A plan that the current questions would refuse stays as it was signed.
 * @param drafts whether an unsigned plan is updated too; the questionnaire saves its answers itself
 * @param confirmed the changes of a signed plan that the person saw, and the version they are based on (D-35)
 * @throws AppError `locked`; `forbidden` if the plan is signed and the actor has no permission to sign; `unconfirmed` if the
 * person did not see the changes
 */
export async function changePlan(
  work: Changing,
  userId: string,
  given: Profile,
  { drafts, confirmed }: { drafts: boolean; confirmed: Confirmed },
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
  const saw = confirmed.confirmed_version === acp.version ? (confirmed.confirmed ?? []) : [];
  const request = { status: acp.status, step: null, confirmed: saw };
  await savePlan(
    { ...work, withFinalStatement: (statement) => void statements.push(statement) },
    acp,
    request,
    changed,
  );
  // The account is read again within this transaction, with the current plan.
  for (const statement of statements) await statement.execute(tx);
}
