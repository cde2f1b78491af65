import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../i18n/catalogue.ts';
import type { AnswerKey } from '../answers.ts';
import { currentDefinition, defineQuestions, steps } from '../definition.ts';
import type { Question, SectionId, Step } from '../questions/question.ts';
import { trialDefinition, trialKey } from '../trial.fixture.ts';
import { onlyNumber, paces, shortPages, shortPageWith, stepJoinedTo } from './short-pages.ts';

const asked = steps.filter(({ questions, ownLayout }) => questions.length > 0 && !ownLayout);

describe('the pages of a step on a small screen', () => {
  it('have the questions about health by their groups, three to five on a page', () => {
    const pages = shortPages('step4', 'few');
    expect(pages.map(({ title }) => catalogue.en[title])).toEqual([
      'Hearing, sight and speech',
      'Pain, sleep and wanting to vomit',
      'Eating, toilet, daily help and breathing',
      'Visitors, family, memory and a drip',
    ]);
    expect(pages.map(({ keys }) => keys.length)).toEqual([3, 4, 5, 4]);
  });

  it('separate CPR from treatments, and keep every other step on one page under its own title', () => {
    expect(shortPages('step5', 'few')).toEqual([
      { title: 'review.section.cpr', keys: ['cprStopBreathing', 'cprCatastrophic'] },
      { title: 'review.section.treatments', keys: ['treatmentsSelected'] },
    ]);
    for (const id of ['step1', 'step2', 'step3', 'step6b', 'step7'] as const)
      expect(shortPages(id, 'few').map(({ title }) => title)).toEqual([`${id}.title`]);
  });

  it('have one numbered question each for a person who asks for that; fields about the person stay together', () => {
    expect(shortPages('step4', 'one')).toHaveLength(16);
    expect(shortPages('step6b', 'one').map(({ keys }) => keys)).toEqual([
      ['palliativeCare'],
      ['terminalCondition'],
      ['receiveCare', 'other_receiveCare'],
    ]);
    expect(shortPages('step1', 'one').map(({ keys }) => keys)).toEqual([
      ['firstName', 'lastName', 'hasHelp', 'helperName'],
    ]);
    expect(shortPages('step4', 'one').map((page) => onlyNumber(page))).toEqual(
      Array.from({ length: 16 }, (_, index) => index + 2),
    );
    expect(shortPages('step4', 'few').map((page) => onlyNumber(page))).toEqual(Array(4).fill(undefined));
  });

  it('show the second step about the person with the first until it is complete, and no other two steps', () => {
    const complete = { dob: '14/05/1943', gender: 'Female', postcode: '3280' } as const;
    expect(stepJoinedTo('step1', {})).toBe('step2');
    expect(stepJoinedTo('step1', { ...complete, postcode: '' })).toBe('step2');
    expect(stepJoinedTo('step1', complete)).toBeUndefined();
    for (const { id } of asked.slice(1)) expect(stepJoinedTo(id, {})).toBeUndefined();
  });

  it('have a title in both languages', () => {
    const titles = asked.flatMap(({ id }) => shortPages(id, 'few').map(({ title }) => title));
    for (const title of titles)
      expect([catalogue.en[title], catalogue.zh[title]]).toEqual([expect.any(String), expect.any(String)]);
  });

  it('are found by a question, by a follow-up, and by a note', () => {
    const pages = shortPages('step4', 'few');
    expect(shortPageWith(pages, 'cannotHear')).toBe(0);
    expect(shortPageWith(pages, 'ivTherapy')).toBe(3);
    expect(shortPageWith(pages, 'cannotEat_note')).toBe(2);
    expect(shortPageWith(pages, 'postcode')).toBe(-1);
    expect(shortPageWith(shortPages('step6b', 'one'), 'other_receiveCare')).toBe(2);
  });

  it('have a new follow-up question on the page of its question without further changes', () => {
    expect(shortPages('step3', 'one', trialDefinition)).toEqual([
      { title: 'step3.title', keys: ['minimumQolList', 'other_qolList', trialKey] },
    ]);
  });
});

type Shape = { group: number; section: number; numbered: boolean; followUp: boolean };

/** Builds a step with any mixture of groups, sections, numbered questions and follow-ups. */
function stepOfShape(shape: readonly Shape[]): Step {
  const roots: string[] = [];
  const questions = shape.map(({ section, numbered, followUp }, index): Question => {
    const key = `q${index}` as AnswerKey;
    const parent = followUp ? roots[(index * 7) % Math.max(1, roots.length)] : undefined;
    if (parent === undefined) roots.push(key);
    return {
      key,
      kind: 'choice',
      section: (['cpr', 'treatments', 'dying'] as const satisfies SectionId[])[section % 3]!,
      title: 'step4.name',
      ...(numbered && parent === undefined && { number: index + 1 }),
      ...(parent !== undefined && { when: { key: parent as AnswerKey, value: 'x' } }),
    };
  });
  const ids = [...new Set(shape.map(({ group }) => group))].filter((id) => id > 0);
  const groups = ids.map((id) => ({
    id: `g${id}`,
    title: 'step4.name' as const,
    keys: questions.filter((_, index) => shape[index]?.group === id).map(({ key }) => key),
  }));
  return { id: 'step4', name: 'step4.name', questions, ...(groups.length > 0 && { groups }) };
}

const anyStep = fc
  .array(
    fc.record({
      group: fc.nat(3),
      section: fc.nat(2),
      numbered: fc.boolean(),
      followUp: fc.boolean(),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map(stepOfShape);

const pagesOf = (step: Step, pace: (typeof paces)[number]) =>
  shortPages('step4', pace, defineQuestions(currentDefinition.version, [step]));

describe('for any step and either pace', () => {
  it('every question is on exactly one page, and a follow-up on the page of its question', () => {
    fc.assert(
      fc.property(anyStep, fc.constantFrom(...paces), (step, pace) => {
        const pages = pagesOf(step, pace);
        const keys = pages.flatMap((page) => page.keys);
        expect(keys.toSorted()).toEqual(step.questions.map(({ key }) => key).toSorted());
        for (const { key, when } of step.questions)
          if (when)
            expect(shortPageWith(pages, key)).toBe(pages.findIndex((page) => page.keys.includes(when.key)));
      }),
    );
  });

  it('the order of the definition is kept, on each page and from page to page', () => {
    fc.assert(
      fc.property(anyStep, fc.constantFrom(...paces), (step, pace) => {
        const place = new Map(step.questions.map(({ key }, index) => [key, index]));
        const pages = pagesOf(step, pace);
        const roots = new Set(step.questions.filter(({ when }) => !when).map(({ key }) => key));
        const rootPlaces = pages.flatMap(({ keys }) =>
          keys.filter((key) => roots.has(key)).map((key) => place.get(key)!),
        );
        expect(rootPlaces).toEqual(rootPlaces.toSorted((one, other) => one - other));
        for (const { keys } of pages) {
          const places = keys.map((key) => place.get(key)!);
          expect(places).toEqual(places.toSorted((one, other) => one - other));
        }
      }),
    );
  });

  it('no page is empty or has more than five questions besides follow-ups, or one numbered question with the pace of one', () => {
    fc.assert(
      fc.property(anyStep, fc.constantFrom(...paces), (step, pace) => {
        const byKey = new Map(step.questions.map((question) => [question.key, question]));
        for (const { keys } of pagesOf(step, pace)) {
          const roots = keys.filter((key) => !byKey.get(key)?.when);
          expect(roots.length).toBeGreaterThan(0);
          expect(roots.length).toBeLessThanOrEqual(5);
          if (pace === 'one' && roots.some((key) => byKey.get(key)?.number !== undefined))
            expect(roots).toHaveLength(1);
        }
      }),
    );
  });
});
