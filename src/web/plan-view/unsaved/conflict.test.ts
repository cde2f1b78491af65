import { describe, expect, it } from 'vitest';
import type { Answers } from '../../../domain/questionnaire/answers.ts';
import { applyChoices, compareWithSaved } from './conflict.ts';
import { valuesOf } from '../steps/step-values.ts';

const worth = 'Life is still worth living';
const notWorth = 'Life is not worth living';
const unsure = 'Unsure/Not important to me';

const base: Answers = { cannotHear: worth, cannotSee: unsure, cannotSee_note: 'I love talking books.' };
const page = (changes: Answers) => valuesOf('step4', { ...base, ...changes });

describe('comparing a page with newer saved answers', () => {
  it('asks about a question answered differently in two places, and keeps the page unchanged [GAP-43]', () => {
    const theirs = { ...base, cannotSee: worth };
    const { values, disagreements } = compareWithSaved('step4', {
      base,
      mine: page({ cannotSee: notWorth }),
      theirs,
    });
    expect(disagreements.map(({ question }) => question.key)).toEqual(['cannotSee']);
    expect(values['cannotSee']).toBe(notWorth);
  });

  it('merges changes made only in the other place, and keeps changes made only on this page [GAP-43]', () => {
    const theirs = { ...base, cannotSee: worth };
    const { values, disagreements } = compareWithSaved('step4', {
      base,
      mine: page({ cannotHear: notWorth }),
      theirs,
    });
    expect(disagreements).toEqual([]);
    expect(values).toMatchObject({ cannotHear: notWorth, cannotSee: worth });
  });

  it('does not ask if both places have the same answer, or if another step changed [GAP-43]', () => {
    const mine = page({ cannotSee: notWorth });
    const same = compareWithSaved('step4', { base, mine, theirs: { ...base, cannotSee: notWorth } });
    const elsewhere = compareWithSaved('step4', { base, mine, theirs: { ...base, explanations: 'Tea' } });
    expect([...same.disagreements, ...elsewhere.disagreements]).toEqual([]);
    expect(elsewhere.values).toEqual(mine);
  });

  it('decides an answer and its note together [GAP-43]', () => {
    const theirs = { ...base, cannotSee_note: 'Rose reads to me.' };
    const comparison = compareWithSaved('step4', { base, mine: page({ cannotSee: notWorth }), theirs });
    expect(comparison.disagreements[0]?.keys).toEqual(['cannotSee', 'cannotSee_note']);
    const chosen = applyChoices('step4', comparison, theirs, { cannotSee: 'theirs' });
    expect(chosen).toMatchObject({ cannotSee: unsure, cannotSee_note: 'Rose reads to me.' });
    expect(applyChoices('step4', comparison, theirs, { cannotSee: 'mine' })).toEqual(comparison.values);
  });

  it('decides a choice and its own words together [GAP-43]', () => {
    const opened: Answers = { hasHelp: 'Yes', helperName: 'Daniel' };
    const theirs: Answers = { hasHelp: 'No' };
    const mine = valuesOf('step1', { hasHelp: 'Yes', helperName: 'Rose' });
    const { disagreements } = compareWithSaved('step1', { base: opened, mine, theirs });
    expect(disagreements.map(({ keys }) => keys)).toEqual([['hasHelp', 'helperName']]);
  });

  it('does not take its own save, whose response never arrived, for a save by another person [GAP-43]', () => {
    const sent = { cannotSee: worth, cannotSee_note: null };
    const theirs: Answers = { cannotHear: worth, cannotSee: worth };
    const { values, disagreements } = compareWithSaved('step4', {
      base,
      mine: page({ cannotSee: notWorth }),
      theirs,
      sent,
    });
    expect(disagreements).toEqual([]);
    expect(values['cannotSee']).toBe(notWorth);
  });

  it('treats an erased answer as a change [GAP-43]', () => {
    const { values } = compareWithSaved('step4', { base, mine: page({}), theirs: { cannotHear: worth } });
    expect(values).toMatchObject({ cannotSee: '', cannotSee_note: '' });
  });

  it('treats the same list in another order as the same answer [GAP-43]', () => {
    const opened: Answers = { minimumQolList: ['Learning'] };
    const mine = valuesOf('step3', { minimumQolList: ['Having a laugh', 'Learning'] });
    const theirs: Answers = { minimumQolList: ['Learning', 'Having a laugh'] };
    expect(compareWithSaved('step3', { base: opened, mine, theirs }).disagreements).toEqual([]);
  });
});
