import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../i18n/catalogue.ts';
import { translatorOf } from '../i18n/translator.ts';
import { anyAnswers, completeAnswers } from './answers.fixture.ts';
import { checkDefinition } from './check-definition.ts';
import { completionProblems, stepProgress } from './answering/completeness.ts';
import { emergencyFacts } from './reading/emergency-facts.ts';
import { normalise } from './answering/normalise.ts';
import { present, presentPlan, type Reading, type StoredPlan } from './reading/present.ts';
import {
  familyValue,
  trialDefinition,
  trialKey,
  trialKeys,
  trialTexts,
  trialTranslators,
  withTrialAnswer,
} from './trial.fixture.ts';
import { draftProblems, stepProblems } from './answering/validate.ts';
import type { Voice } from './reading/voice.ts';

const today = '2026-11-21';
const self: Voice = { kind: 'self' };
const tom: Voice = {
  kind: 'onBehalf',
  person: 'Mei Chen',
  firstName: 'Mei',
  recorder: 'Tom Li',
  relation: 'child',
};
const en: Reading = { t: trialTranslators.en, voice: self, definition: trialDefinition };
const answered = withTrialAnswer(completeAnswers());

const rowsOf = (answers: typeof answered, reading: Reading) =>
  present(answers, reading).flatMap(({ rows }) => rows);

describe('one more optional question that depends on an option', () => {
  it('makes a consistent definition by the steps of the guide alone [R-20]', () => {
    expect(checkDefinition(trialTexts, trialDefinition.steps, trialKeys)).toEqual([]);
    expect(checkDefinition(catalogue, trialDefinition.steps, trialKeys)).toContain(
      'No text for familyNames.hint in zh',
    );
  });

  it('is checked, counted and cleared like any other [R-20]', () => {
    expect(draftProblems({ [trialKey]: 'Tom' })).not.toEqual([]);
    expect(draftProblems({ [trialKey]: 'Tom' }, trialDefinition)).toEqual([]);
    expect(draftProblems({ [trialKey]: 'x'.repeat(10_001) }, trialDefinition)).toHaveLength(1);
    expect(stepProblems('step3', { ...answered, [trialKey]: '' }, { today }, trialDefinition)).toEqual([]);
    expect(completionProblems(answered, { today }, trialDefinition)).toEqual([]);
    expect(stepProgress('step3', answered, trialDefinition)).toMatchObject({ answered: 2, total: 2 });
    expect(normalise(answered, trialDefinition)).toEqual(answered);
    const unticked = { ...answered, minimumQolList: ['Having independence'] };
    expect(normalise(unticked, trialDefinition)).toEqual(completeAnswers());
  });

  it('has its own row below the list, in both languages and voices, while it applies [R-20]', () => {
    expect(rowsOf(answered, en).filter(({ key }) => /minimumQolList|familyNames/.test(key))).toEqual([
      {
        key: 'minimumQolList',
        number: 1,
        title: expect.any(String),
        lines: ['Having independence', familyValue],
      },
      { key: 'familyNames', title: 'Who in my family matters most to me', lines: ['My son Tom'] },
    ]);
    const titleIn = (t: Reading['t'], voice: Voice) =>
      rowsOf(answered, { t, voice, definition: trialDefinition }).find(({ key }) => key === 'familyNames')
        ?.title;
    expect(titleIn(trialTranslators.zh, self)).toBe('家里谁对我最重要');
    expect(titleIn(trialTranslators.en, tom)).toBe('Who in the family matters most to Mei');
    const empty = rowsOf({ ...answered, [trialKey]: '' }, en).find(({ key }) => key === 'familyNames');
    expect(empty?.lines).toEqual(['Nothing written']);
    expect(rowsOf(completeAnswers(), en).map(({ key }) => key)).not.toContain('familyNames');
  });

  it('changes no word of any other answer, whatever was answered [R-20]', () => {
    fc.assert(
      fc.property(anyAnswers, fc.string(), fc.constantFrom(self, tom), (answers, text, voice) => {
        const mine = { ...answers, [trialKey]: text };
        const others = present(mine, { ...en, voice }).map((section) => ({
          ...section,
          rows: section.rows.filter(({ key }) => key !== trialKey),
        }));
        expect(others).toEqual(present(answers, { t: translatorOf('en', catalogue.en), voice }));
        expect(emergencyFacts(mine, trialDefinition)).toEqual(emergencyFacts(answers));
      }),
    );
  });
});

describe('a plan that was signed before the definition changed', () => {
  const signed = present(completeAnswers(), { t: translatorOf('en', catalogue.en), voice: self });
  const plan: StoredPlan = {
    status: 'complete',
    definition_version: trialDefinition.version - 1,
    answers: completeAnswers(),
    signed_sections: signed,
  };

  it('keeps its signed words, although options have other words now [R-20]', () => {
    const t = translatorOf('en', {
      ...trialTexts.en,
      'cprStopBreathing.option.doNotWant': 'Other words',
      'cpr.option.doNotWant': 'Other words',
    });
    const now = { ...en, t };
    expect(presentPlan(plan, now)).toBe(signed);
    expect(presentPlan({ ...plan, definition_version: trialDefinition.version }, now)).not.toEqual(signed);
  });

  it('is never put into current words if the signed ones are missing; a draft always is [R-20]', () => {
    expect(() => presentPlan({ ...plan, signed_sections: null }, en)).toThrow('signed words');
    const draft = { ...plan, status: 'draft', signed_sections: null } as const;
    expect(presentPlan(draft, en)).toEqual(present(completeAnswers(), en));
  });
});
