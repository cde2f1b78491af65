import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepIds, type AnswerKey } from '../answers.ts';
import { questions, stepOf } from '../definition.ts';
import { anyAnswers, completeAnswers } from '../answers.fixture.ts';
import { drafts, today } from './validate.fixture.ts';
import { draftProblems, stepProblems } from './validate.ts';

it('finds no errors in a complete plan, at any step', () => {
  for (const step of stepIds) expect(stepProblems(step, completeAnswers(), { today })).toEqual([]);
  expect(draftProblems(completeAnswers())).toEqual([]);
});

describe('drafts', () => {
  it('may lack every answer', () => {
    expect(draftProblems({})).toEqual([]);
    expect(
      draftProblems(
        Object.fromEntries(questions.map(({ key, kind }) => [key, kind === 'choices' ? [] : ''])),
      ),
    ).toEqual([]);
  });

  it('have only known keys', () => {
    expect(drafts({ status: 'complete' })).toEqual(['status: error.general_error']);
    expect(drafts(JSON.parse('{"__proto__": {"admin": true}}'))).toEqual(['__proto__: error.general_error']);
    expect(drafts({ constructor: 'x', toString: 'y' })).toEqual([
      'constructor: error.general_error',
      'toString: error.general_error',
    ]);
    for (const answers of [null, undefined, 7, 'x', [], ['firstName']])
      expect(draftProblems(answers)).toHaveLength(1);
  });

  it('have only the right types and the spelled options [QGEN-15]', () => {
    for (const firstName of [7, true, null, {}, ['Mei']])
      expect(drafts({ firstName })).toEqual(['firstName: error.general_error']);
    for (const minimumQolList of [
      'Learning',
      [7],
      [['Learning']],
      { 0: 'Learning' },
      ['learning'],
      ['Learning', 'Learning'],
    ]) {
      expect(drafts({ minimumQolList })).toEqual(['minimumQolList: error.general_error']);
    }
    expect(drafts({ cannotHear_note: 7 })).toEqual(['cannotHear_note: error.general_error']);
  });

  it('have names of at most 100 characters', () => {
    for (const key of ['firstName', 'lastName', 'helperName', 'confirmName']) {
      expect(draftProblems({ [key]: 'a'.repeat(100) })).toEqual([]);
      expect(draftProblems({ [key]: 'a'.repeat(101) })).toEqual([
        { field: key, message: 'errors.tooLong', params: { max: 100 } },
      ]);
    }
  });

  it('report the error as a whole for a value that is not a set of answers, and the signature limit', () => {
    for (const sent of [null, [], 'x', 7, undefined])
      expect(draftProblems(sent)).toEqual([{ field: 'answers', message: 'error.general_error' }]);
    expect(draftProblems({ cannotHear_note: 7, explanations: ['x'] })).toEqual([
      { field: 'cannotHear_note', message: 'error.general_error' },
      { field: 'explanations', message: 'error.general_error' },
    ]);
    const signatureImage = `data:image/png;base64,iVBORw0KGg${'A'.repeat(700_000)}`;
    expect(draftProblems({ signatureImage })).toEqual([
      { field: 'signatureImage', message: 'error.file_size_too_large', params: { limit: '500 kB' } },
    ]);
  });

  it('report the character that cannot be printed', () => {
    expect(draftProblems({ explanations: 'no\u202Etext' })).toEqual([
      { field: 'explanations', message: 'errors.badCharacter', params: { character: 'U+202E' } },
    ]);
    expect(drafts({ cannotHear_note: 'a\u0007' })).toEqual(['cannotHear_note: errors.badCharacter']);
    expect(drafts({ lastName: 'a\nb' })).toEqual(['lastName: errors.badCharacter']);
    expect(drafts({ explanations: 'first\nsecond שלום 👩‍⚕️' })).toEqual([]);
  });
});

it('never throws, whatever the input', () => {
  const hostile = fc.oneof(
    fc.anything(),
    fc.dictionary(
      fc.constantFrom<AnswerKey | '__proto__'>(
        ...questions.map(({ key }) => key),
        'cannotHear_note',
        '__proto__',
      ),
      fc.anything(),
    ),
  );
  fc.assert(
    fc.property(hostile, fc.constantFrom(...stepIds), (answers, step) => {
      expect(Array.isArray(draftProblems(answers))).toBe(true);
      expect(Array.isArray(stepProblems(step, answers, { today }))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it('accepts exactly the steps that the draft rules and the required rules accept', () => {
  fc.assert(
    fc.property(anyAnswers, fc.constantFrom(...stepIds), (answers, step) => {
      const keys = new Set<string>(
        stepOf(step).questions.flatMap(({ key, note }) => (note ? [key, note] : [key])),
      );
      const drafted = draftProblems(answers).filter(({ field }) => keys.has(field));
      const found = stepProblems(step, answers, { today });
      for (const { field } of drafted) expect(found.map((problem) => problem.field)).toContain(field);
      for (const { field } of found) expect(keys).toContain(field);
    }),
  );
});
