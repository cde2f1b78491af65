import type { Locator } from '@playwright/test';
import type { Answers } from '../../src/domain/questionnaire/answers.ts';
import { TestClient } from '../../testing/client.ts';
import { fullAnswers, type TestPerson } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';

const daniel = {
  name: 'Daniel Doyle',
  email: 'daniel@plan.example',
  phone: '0491 570 006',
  relationship: 'Son',
  substitutedDecisionMaker: true,
  accepted: true,
};

/** A person with a signed plan and one trusted contact who accepted. */
export const signed = (answers: Answers = fullAnswers()) => ({
  firstName: answers.firstName ?? '',
  lastName: answers.lastName ?? '',
  dob: answers.dob ?? '',
  plan: { status: 'complete' as const, answers },
  contacts: [daniel],
});

/** The code on the card. */
export const code = (where: Locator): Locator =>
  where.getByRole('img', { name: 'Code that opens this plan in an emergency' });

/** One line of the card on the page, by its label. */
export const fact = (where: Locator, label: string): Locator =>
  where.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::*');

/** Returns the card as the server returns it to its owner. */
export async function cardOf(
  app: TestApp,
  who: TestPerson,
): Promise<{ url: string; pin: string; share_id: string }> {
  const client = new TestClient(app.url);
  await client.signIn(who.email, who.password);
  const { data } = await client.graphql('{ getEmergencyCard { url pin share_id } }');
  return data.getEmergencyCard;
}

/** Returns the number of pages of a printed document, and the size of the first one, in points. */
export function paper(pdf: Buffer): { pages: number; width: number; height: number } {
  const text = pdf.toString('latin1');
  const [, width = '', height = ''] = /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/.exec(text) ?? [];
  return {
    pages: text.match(/\/Type\s*\/Page\b/g)?.length ?? 0,
    width: Math.round(Number(width)),
    height: Math.round(Number(height)),
  };
}
