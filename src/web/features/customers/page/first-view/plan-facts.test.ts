import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../../../domain/i18n/translator.ts';
import type { Answers } from '../../../../../domain/questionnaire/answers.ts';
import { currentDefinition } from '../../../../../domain/questionnaire/definition.ts';
import { present } from '../../../../../domain/questionnaire/reading/present.ts';
import type { ActivePlan } from '../../../../plan-view/active-plan.ts';
import { minimumQualityOfLife, planFacts } from './plan-facts.ts';

const wording = { t: translatorOf('en', catalogue.en), voice: { kind: 'self' as const } };

const answered: Answers = {
  cprStopBreathing: 'only if minimum quality of life is expected',
  cprCatastrophic: 'do not want CPR',
  minimumQolList: ['Having my family around me', 'Having a laugh'],
  treatmentsSelected: ['Breathing Machine', 'Kidney Machine'],
  treatmentsSelected_note: 'A short time after an operation is fine.',
};

const planWith = (answers: Answers, more: Partial<ActivePlan> = {}) =>
  ({
    status: 'complete',
    definition_version: currentDefinition.version,
    answers,
    signed_sections: null,
    ...more,
  }) as ActivePlan;

const factOf = (answers: Answers, key: string) =>
  planFacts(planWith(answers), wording).find((fact) => fact.key === key);

describe('the facts at the top of a customer’s page', () => {
  it('contain the condition of CPR with its reason, and a plain no without one', () => {
    expect(factOf(answered, 'cprStopBreathing')?.lines).toEqual([
      'Only if these are expected:',
      'family around; a laugh',
    ]);
    expect(factOf(answered, 'cprCatastrophic')?.lines).toEqual(['No: does not want CPR']);
  });

  it('list refused treatments with the note, and separately those not refused', () => {
    expect(factOf(answered, 'refused')).toMatchObject({
      title: 'Would not want',
      lines: ['breathing machine (ventilator); kidney machine (dialysis)'],
      note: 'A short time after an operation is fine.',
    });
    expect(factOf(answered, 'notRefused')?.lines.join()).not.toContain('ventilator');
  });

  it('say that a question was not answered, never that nothing was refused', () => {
    expect(factOf({}, 'refused')?.lines).toEqual(['Not answered']);
    expect(factOf({}, 'notRefused')).toBeUndefined();
    expect(factOf({}, 'cprStopBreathing')?.lines).toEqual(['Not answered']);
    expect(
      factOf({ cprStopBreathing: 'only if minimum quality of life is expected' }, 'cprStopBreathing')?.lines,
    ).toEqual(['Only if these are expected:', 'Not answered']);
  });

  it('keep the words of a plan that was signed under other questions', () => {
    const sections = present(answered, wording).map((section) => ({
      ...section,
      rows: section.rows.map((row) => ({ ...row, lines: row.lines.map((line) => `${line}, as signed`) })),
    }));
    const plan = planWith(answered, { definition_version: 0, signed_sections: sections });
    const facts = planFacts(plan, wording);
    expect(facts.map(({ key }) => key)).toEqual([
      'cprStopBreathing',
      'cprCatastrophic',
      'treatmentsSelected',
    ]);
    for (const { lines } of facts) expect(lines.every((line) => line.endsWith('as signed'))).toBe(true);
    expect(minimumQualityOfLife(plan, wording)[0]).toMatch(/as signed$/);
  });

  it('tick the needs for a life worth living, and nothing if none was chosen [CDET-04, CDET-05]', () => {
    expect(minimumQualityOfLife(planWith(answered), wording)).toEqual([
      'Having my family around me',
      'Having a laugh',
    ]);
    expect(minimumQualityOfLife(planWith({}), wording)).toEqual([]);
  });
});
