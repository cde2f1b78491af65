import { expect, it } from 'vitest';
import { roles } from '../../../domain/access/actors.ts';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import { questionsFor } from './questions.ts';

it('shows the questions of staff only to staff, and the others to everyone [GAP-22]', () => {
  const visitor = questionsFor(undefined);
  expect(visitor.length).toBeGreaterThan(10);
  for (const role of roles) {
    const questions = questionsFor(role);
    const ofStaff = questions.filter(({ id }) => id.startsWith('staff'));
    expect([role, ofStaff.length > 0]).toEqual([role, role !== 'user']);
    expect(questions.filter((each) => !ofStaff.includes(each))).toEqual(visitor);
  }
});

it('has words for every question and answer in both languages [LANG-01]', () => {
  for (const { question, answer } of questionsFor('admin'))
    for (const texts of Object.values(catalogue)) {
      expect(texts[question]).toBeTruthy();
      expect(texts[answer]).toBeTruthy();
    }
});
