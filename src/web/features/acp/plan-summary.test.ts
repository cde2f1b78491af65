import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import type { Answers } from '../../../domain/questionnaire/answers.ts';
import { present } from '../../../domain/questionnaire/reading/present.ts';
import { planSummary } from './plan-summary.ts';

const english = { t: translatorOf('en', catalogue.en), voice: { kind: 'self' } } as const;

const answers: Answers = {
  minimumQolList: ['Having my family around me', 'Having a laugh'],
  cprStopBreathing: 'only if minimum quality of life is expected',
  cprCatastrophic: 'do not want CPR',
  treatmentsSelected: ['Breathing Machine', 'Kidney Machine'],
  treatmentsSelected_note: 'For a short time a drip is fine.',
  receiveCare: 'at home',
};

const rowOf = (key: string, given = answers, wording: Parameters<typeof planSummary>[1] = english) =>
  planSummary(present(given, wording), wording).find((row) => row.key === key);

describe('the plan in short', () => {
  it('begins with CPR and the refusals, and has each need as an item of a list [PLAN-01]', () => {
    const rows = planSummary(present(answers, english), english);
    expect(rows.map(({ key }) => key)).toEqual([
      'cprStopBreathing',
      'cprCatastrophic',
      'treatmentsSelected',
      'minimumQolList',
      'receiveCare',
    ]);
    expect(rowOf('minimumQolList')).toMatchObject({
      isList: true,
      lines: ['Having my family around me', 'Having a laugh'],
    });
    expect(rowOf('receiveCare')?.isList).toBe(false);
  });

  it('shows both answers about CPR, each with its question [PLAN-01]', () => {
    const first = rowOf('cprStopBreathing');
    const second = rowOf('cprCatastrophic');
    expect(first?.title).toContain('heart stops');
    expect(first?.lines.join()).toContain('only if');
    expect(second?.title).toContain('catastrophic');
    expect(second?.lines.join()).toContain('do not want CPR');
  });

  it('shows refused and not refused treatments, with the note [PLAN-01]', () => {
    const row = rowOf('treatmentsSelected');
    expect(row?.lines).toHaveLength(2);
    expect(row?.lines[0]).toMatch(/^I would not want: .*breathing machine/i);
    expect(row?.lines[1]).toMatch(/^I have not refused: .*blood transfusions/i);
    expect(row?.note).toBe('For a short time a drip is fine.');
  });

  it('says that nothing was refused, instead of showing nothing', () => {
    const row = rowOf('treatmentsSelected', { ...answers, treatmentsSelected: ['None of these'] });
    expect(row?.lines[0]).toBe('I have not refused any of these treatments');
  });

  it('says which questions are not answered', () => {
    expect(rowOf('cprStopBreathing', {})?.lines).toEqual(['Not answered']);
  });

  it('names the person if another person recorded the plan [PLAN-01]', () => {
    const voice = {
      kind: 'onBehalf',
      person: 'Margaret Doyle',
      firstName: 'Margaret',
      recorder: 'Daniel Doyle',
      relation: 'child',
    } as const;
    expect(rowOf('cprCatastrophic', answers, { ...english, voice })?.lines.join()).toContain(
      'Margaret would not want CPR',
    );
  });
});
