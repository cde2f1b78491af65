import { expect, it } from 'vitest';
import { translators } from '../../../domain/i18n/translators.ts';
import { pageOptions, wordsOf } from '../emergency/emergency.fixture.ts';
import { handoverPage } from './handover-page.ts';

const pageOf = (more: boolean) =>
  handoverPage({
    ...{ t: translators.en, house: 'Banksia House', printedBy: 'Priya Nair', more },
    printedAt: new Date('2026-11-23T19:50:00Z'),
    readings: [{ ...pageOptions(), room: '1A' }],
  });

it('a handover list names the house, who printed it and when in Melbourne, and when to destroy it [N-06]', () => {
  const words = wordsOf(pageOf(false));
  expect(words).toContain('Banksia House: handover list');
  expect(words).toMatch(/Printed 24\/11\/2026 at 06:50 by Priya Nair\s+Destroy after this shift/);
  expect(words).toContain('1 resident, 1 with a signed plan');
  expect(words).not.toContain('not complete');
});

it('a handover list says that it is not complete if the house has more residents [N-06]', () => {
  expect(wordsOf(pageOf(true))).toContain('This list is not complete: the house has more residents.');
});

it('a handover list has the title of each cell for screens on which the cells are below each other [N-06]', () => {
  const page = pageOf(false);
  expect(page).toMatch(/<td data-title="Would not want">breathing machine/);
  expect(page).toContain('td::before{content:attr(data-title)');
});
