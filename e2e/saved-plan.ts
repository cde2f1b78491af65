import type { Page } from '@playwright/test';
import type { AnswerKey, Answers } from '../src/domain/questionnaire/answers.ts';
import { getActiveAcpsByUserId, updateAnswers } from '../src/server/features/acp/operations.ts';
import { contextFor, fullAnswers, type TestPerson } from '../testing/people.ts';
import type { TestApp } from '../testing/start-app.ts';
import { asks } from './wattle.ts';

/** A person with complete answers who has not signed. */
export const draft = () => ({ plan: { status: 'draft' as const, answers: fullAnswers() } });

/** A person with a signed plan. */
export const signed = () => ({ plan: { status: 'complete' as const, answers: fullAnswers() } });

/** Returns a plan as stored on the server, without using the browser. */
export async function savedPlan({ services }: TestApp, who: TestPerson) {
  const [plan] = await getActiveAcpsByUserId.call(contextFor(services, who.actor), { user_id: who.userId });
  if (!plan) throw new Error(`${who.email} has no plan`);
  return plan;
}

/** Changes that remove the answers to these questions. */
export const lacking = (...keys: AnswerKey[]) =>
  Object.fromEntries(keys.map((key) => [key, null])) as Record<string, null>;

/** Saves answers as another device of the same person would. null removes an answer. */
export async function saveElsewhere(
  app: TestApp,
  who: TestPerson,
  answers: Answers | Record<string, null>,
): Promise<void> {
  const { id, status, version } = await savedPlan(app, who);
  const call = { id, answers, status, version, confirmed: Object.keys(answers) };
  await updateAnswers.call(contextFor(app.services, who.actor), call);
}

/** Returns the person's account data. */
export function savedPerson({ services }: TestApp, { userId }: TestPerson) {
  return services.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
}

/** Ends every session of a person, as a timeout or another device does. */
export async function endSessions({ services }: TestApp, { userId }: TestPerson): Promise<void> {
  await services.db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Ends them when a page sends the person's answers: not earlier, when the page might be notified of it. */
export async function endSessionsAtSave(page: Page, app: TestApp, who: TestPerson): Promise<void> {
  let ended = false;
  await page.route('**/api/graphql', async (route) => {
    if (!ended && asks('updateAnswers')(route.request())) {
      ended = true;
      await endSessions(app, who);
    }
    return route.fallback();
  });
}
