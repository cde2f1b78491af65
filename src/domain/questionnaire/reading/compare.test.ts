import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../i18n/catalogue.ts';
import { translatorOf } from '../../i18n/translator.ts';
import { changedKeys } from '../../plan/lifecycle.ts';
import { anyAnswers, completeAnswers } from '../answers.fixture.ts';
import type { Answers } from '../answers.ts';
import { compareVersions } from './compare.ts';
import { currentDefinition } from '../definition.ts';
import { normalise } from '../answering/normalise.ts';
import { present, type StoredPlan } from './present.ts';

const reading = { t: translatorOf('en', catalogue.en), voice: { kind: 'self' } } as const;
const inZh = { t: translatorOf('zh', catalogue.zh), voice: { kind: 'self' } } as const;

const version = (answers: Answers): StoredPlan => ({
  status: 'complete',
  definition_version: currentDefinition.version,
  answers: normalise(answers),
  signed_sections: null,
});

/** Returns a plan signed under the earlier questions, in another language. */
const earlier = (answers: Answers): StoredPlan => ({
  ...version(answers),
  definition_version: currentDefinition.version - 1,
  signed_sections: present(normalise(answers), inZh),
});

const changedOf = (before: StoredPlan, now: StoredPlan) =>
  compareVersions(before, now, reading).filter((row) => row.answerChanged || row.noteChanged);

describe('two versions of a plan', () => {
  it('differ in the answers and notes that changed, each with the words of both [R-43]', () => {
    const before = { ...completeAnswers(), dependentDaily: 'Unsure/Not important to me' };
    const now = { ...completeAnswers(), dependentDaily_note: 'As long as someone I know helps me.' };
    const rows = compareVersions(version(before), version(now), reading);
    const [only, ...others] = rows.filter((row) => row.answerChanged || row.noteChanged);
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      key: 'dependentDaily',
      before: { lines: ['Unsure/Not important to me'] },
      now: { lines: ['Life is still worth living'], note: 'As long as someone I know helps me.' },
      answerChanged: true,
      noteChanged: true,
    });
    expect(rows.length).toBeGreaterThan(25);
  });

  it('show a follow-up question if one of them has it, after the question that it follows [R-43]', () => {
    const helped = { ...completeAnswers(), receiveCare: 'Other', other_receiveCare: 'The farm' };
    const changed = changedOf(version(helped), version(completeAnswers()));
    expect(changed.map(({ key }) => key)).toEqual(['receiveCare']);
    expect(changed[0]?.before?.lines[0]).toContain('The farm');
  });

  it('have the number of a question that has one, and no other [R-43]', () => {
    const rows = compareVersions(version(completeAnswers()), version(completeAnswers()), reading);
    for (const row of rows) {
      const number = currentDefinition.questionByKey.get(row.key)?.number;
      expect([row.key, 'number' in row, row.number]).toEqual([row.key, number !== undefined, number]);
    }
    expect(rows.some((row) => 'number' in row)).toBe(true);
  });

  it('differ in own words in the row of another question, and in a row that is no longer asked [R-43]', () => {
    const at = (place: string) => ({ ...completeAnswers(), receiveCare: 'Other', other_receiveCare: place });
    expect(changedOf(earlier(at('The farm')), version(at('The sea'))).map(({ key }) => key)).toEqual([
      'receiveCare',
    ]);
    const before = earlier(completeAnswers());
    const sections = before.signed_sections!.map((section, index) =>
      index > 0
        ? section
        : {
            ...section,
            rows: section.rows.flatMap((row, place) =>
              place > 0 ? [row] : [row, { key: 'former', title: 'Former', lines: ['Yes'] }],
            ),
          },
    );
    const old = { ...before, signed_sections: sections };
    for (const [one, other] of [
      [old, version(completeAnswers())],
      [version(completeAnswers()), old],
    ] as const)
      expect(changedOf(one, other).map(({ key }) => key)).toEqual(['former']);
    expect(compareVersions(old, version(completeAnswers()), reading)[1]?.key).toBe('former');
    expect(changedOf(old, old)).toEqual([]);
  });

  it('are compared by their answers if one was signed in the words of other questions [R-43, R-20]', () => {
    const now = { ...completeAnswers(), cannotHear: 'Life is not worth living' };
    const changed = changedOf(earlier(completeAnswers()), version(now));
    expect(changed.map(({ key }) => key)).toEqual(['cannotHear']);
    expect(changed[0]?.before?.title).toMatch(/\p{Script=Han}/u);
    expect(changedOf(earlier(now), version(now))).toEqual([]);
  });

  it('are the same exactly if every answer is, and differ in the same rows both ways [R-43]', () => {
    fc.assert(
      fc.property(anyAnswers, anyAnswers, (one, other) => {
        const [before, now] = [version(one), version({ ...one, ...other })];
        const rows = changedOf(before, now);
        const keys = changedKeys(before.answers, now.answers).filter((key) => key !== 'signatureImage');
        expect(rows.length > 0).toBe(keys.length > 0);
        expect(
          changedOf(now, before)
            .map(({ key }) => key)
            .toSorted(),
        ).toEqual(rows.map(({ key }) => key).toSorted());
      }),
    );
  });
});
