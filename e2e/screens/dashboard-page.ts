import type { Locator, Page } from '@playwright/test';
import { fullAnswers } from '../../testing/people.ts';

const contact = {
  name: 'Daniel Doyle',
  email: 'daniel@dashboard.example',
  phone: '0491 570 006',
  relationship: 'Son',
  substitutedDecisionMaker: true,
  accepted: true,
};

/** A person with a signed plan and a trusted contact who accepted. */
export const signed = () => ({
  plan: { status: 'complete' as const, answers: fullAnswers() },
  contacts: [contact],
});

/** An action of a card, by the beginning of its text. */
export function action(page: Page, words: string): Locator {
  return page.getByRole('main').getByRole('button', { name: words });
}
