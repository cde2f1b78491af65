import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { healthKeys } from '../answers.ts';
import { questions } from '../definition.ts';
import { anyAnswers, completeAnswers } from '../answers.fixture.ts';
import { normalise } from './normalise.ts';
import { applies } from './applies.ts';
import { draftProblems } from './validate.ts';

describe('normalise', () => {
  it('drops the name of the helper unless there is help [QSTEP1-08] [QSTEP1-09]', () => {
    expect(normalise({ hasHelp: 'No', helperName: 'Tom' })).toEqual({ hasHelp: 'No' });
    expect(normalise({ helperName: 'Tom' })).toEqual({});
    expect(normalise({ hasHelp: 'Yes', helperName: 'Tom' })).toEqual({ hasHelp: 'Yes', helperName: 'Tom' });
  });

  it('drops the words of Other if Other is not ticked [QSTEP3-05]', () => {
    const ticked = { minimumQolList: ['Learning', 'Other'], other_qolList: 'My dog' };
    expect(normalise(ticked)).toEqual(ticked);
    expect(normalise({ ...ticked, minimumQolList: ['Learning'] })).toEqual({ minimumQolList: ['Learning'] });
    expect(normalise({ other_qolList: 'My dog' })).toEqual({});
  });

  it('drops the place of Other if the choice is not Other [QSTEP6B-10]', () => {
    const other = { receiveCare: 'Other', other_receiveCare: 'By the sea' };
    expect(normalise(other)).toEqual(other);
    expect(normalise({ ...other, receiveCare: 'at home' })).toEqual({ receiveCare: 'at home' });
  });

  it('leaves complete answers unchanged, and does not change its input', () => {
    const answers = Object.freeze({ ...completeAnswers(), helperName: 'Tom' });
    expect(normalise(answers)).toEqual(completeAnswers());
    expect(answers.helperName).toBe('Tom');
  });

  it('keeps notes and an erased answer, so that it overwrites the stored one [QSTEP4-09]', () => {
    const erased = { cannotHear: '', cannotHear_note: '', minimumQolList: [] };
    expect(normalise(erased)).toEqual(erased);
    expect(normalise({ ivTherapy_note: ' Ask my daughter \r\nfirst ' })).toEqual({
      ivTherapy_note: 'Ask my daughter \nfirst',
    });
  });

  it('writes a line separator as a line end, in texts and notes, and single-line drafts refuse it [R-21]', () => {
    for (const separator of ['\u2028', '\u2029', '\r\n', '\r']) {
      const words = `Play the radio${separator}No flowers`;
      expect(normalise({ explanations: words, cannotHear_note: words })).toEqual({
        explanations: 'Play the radio\nNo flowers',
        cannotHear_note: 'Play the radio\nNo flowers',
      });
      expect(draftProblems({ explanations: words, cannotHear_note: words })).toEqual([]);
      expect(draftProblems({ firstName: words }).map(({ message }) => message)).toEqual([
        'errors.badCharacter',
      ]);
    }
  });

  it('normalises names and puts lists into the order of the options', () => {
    expect(normalise({ firstName: '  Anne\u3000 Marie ', lastName: 'Zoe\u0308' })).toEqual({
      firstName: 'Anne Marie',
      lastName: 'Zoë',
    });
    expect(normalise({ minimumQolList: ['Learning', 'Having independence', 'Learning'] })).toEqual({
      minimumQolList: ['Having independence', 'Learning'],
    });
  });

  it('leaves choices and signatures exactly unchanged, and values that are not texts too', () => {
    const sent = {
      gender: ' Male ',
      minimumQolList: [' Learning'],
      signatureImage: ' data:image/png;base64,',
    };
    expect(normalise(sent)).toMatchObject({ gender: ' Male ', signatureImage: ' data:image/png;base64,' });
    expect(normalise({ firstName: 7 } as never)).toEqual({ firstName: 7 });
    expect(Object.keys(normalise({ firstName: undefined } as never))).toEqual([]);
  });

  it('changes nothing more the second time, never changes a stored choice, and leaves nothing that does not apply', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const once = normalise(answers);
        expect(normalise(once)).toEqual(once);
        expect(draftProblems(answers).length > 0 || draftProblems(once).length === 0).toBe(true);
        for (const key of healthKeys) expect(once[key]).toBe(answers[key]);
        for (const question of questions) {
          if (!applies(question, answers)) expect(Object.hasOwn(once, question.key)).toBe(false);
        }
      }),
    );
  });
});
