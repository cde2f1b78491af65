import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../../domain/i18n/translator.ts';
import type { Answers } from '../../../../domain/questionnaire/answers.ts';
import { storedDraft } from '../../../../domain/questionnaire/answers.fixture.ts';
import { shortAnswers } from './short-answers.ts';

const reading = { t: translatorOf('en', catalogue.en), voice: { kind: 'self' } } as const;
const inZh = { t: translatorOf('zh', catalogue.zh), voice: { kind: 'self' } } as const;
const shorten = (step: Parameters<typeof shortAnswers>[0], answers: Answers) =>
  shortAnswers(step, storedDraft(answers), reading);

describe('answers in short', () => {
  it('name the person, and the helper if there is one [QEDIT-01, GAP-42]', () => {
    const answers = { firstName: 'Mei', lastName: 'Lin', hasHelp: 'Yes', helperName: 'Bo Lin' };
    expect(shorten('step1', answers)).toEqual(['Mei Lin; Bo Lin helped me to fill this in']);
    expect(shorten('step1', { ...answers, hasHelp: 'No' })).toEqual(['Mei Lin']);
    expect(shorten('step2', { dob: '04/05/1948', gender: 'Female', postcode: '3280' })).toEqual([
      '04/05/1948; Female; 3280',
    ]);
  });

  it('list three things that matter and count the rest, in both languages [QEDIT-01, GAP-42]', () => {
    const minimumQolList = [
      'Learning',
      'Sleeping well',
      'Having a laugh',
      'Eating good food',
      'Using a computer',
    ];
    expect(shorten('step3', { minimumQolList })[0]).toMatch(/; and 2 more$/);
    expect(shortAnswers('step3', storedDraft({ minimumQolList }), inZh)[0]).toMatch(/；另外还有 2 项$/);
    expect(shorten('step3', { minimumQolList: minimumQolList.slice(0, 3) })[0]).not.toContain('more');
  });

  it('count answers and notes about health [QEDIT-01, GAP-42]', () => {
    const answers = { cannotHear: 'Life is not worth living', cannotHear_note: 'I love music' };
    expect(shorten('step4', answers)).toEqual(['1 of 16 answered; 1 note']);
  });

  it('name both questions about CPR, and say that treatments are refused [QEDIT-01, D-03]', () => {
    const answers: Answers = {
      cprStopBreathing: 'do not want CPR',
      cprCatastrophic: 'only if minimum quality of life is expected',
      treatmentsSelected: ['Operations'],
    };
    expect(shorten('step5', answers)).toEqual([
      'If my heart stops or I stop breathing: I do not want CPR',
      'If my heart or breathing stops after a catastrophic illness or injury: I want CPR only if my minimum quality of life is expected',
      expect.stringMatching(/^I would not want: .*operations/i),
    ]);
  });

  it('quote the person’s own words, and say if there are none [QEDIT-01, GAP-42]', () => {
    expect(shorten('step7', { explanations: 'Play the radio.' })).toEqual(['“Play the radio.”']);
    expect(shorten('step7', {})).toEqual(['Nothing written']);
  });
});
