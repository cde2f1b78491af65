import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { completeAnswers, storedDraft } from '../../../domain/questionnaire/answers.fixture.ts';
import { present, type Reading, type StoredPlan } from '../../../domain/questionnaire/reading/present.ts';
import {
  familyValue,
  trialDefinition,
  trialKey,
  trialTranslators,
  withTrialAnswer,
} from '../../../domain/questionnaire/trial.fixture.ts';
import { answersInDispute } from '../../plan-view/changes/answers-in-dispute.ts';
import { changedAnswers } from '../../plan-view/changes/changed-answers.ts';
import { compareWithSaved } from '../../plan-view/unsaved/conflict.ts';
import { partsOf, sectionsOf } from '../../plan-view/steps/review-parts.ts';
import { valuesOf, type StepValues } from '../../plan-view/steps/step-values.ts';

// The texts of the page read the browser's data as they load.
const site = { helpPhone: '', helpHours: { en: '', zh: '' } };
vi.stubGlobal('document', {
  documentElement: {},
  querySelector: () => ({ getAttribute: () => JSON.stringify(site) }),
});
const { QuestionField } = await import('./fields/question-field.tsx');
const { ReadingContext } = await import('../../plan-view/reading.tsx');
const { PlanSection } = await import('../acp/document/plan-section.tsx');

const definition = trialDefinition;
const reading: Reading = { t: trialTranslators.en, voice: { kind: 'self' }, definition };
const beforeTrial: Reading = { t: trialTranslators.en, voice: { kind: 'self' } };
const title = 'Who in my family matters most to me';
const answers = withTrialAnswer(completeAnswers());

function FormOf({ values, children }: { values: StepValues; children: ReactNode }) {
  const form = useForm({ defaultValues: values });
  return (
    <FormProvider {...form}>
      <ReadingContext value={reading}>{children}</ReadingContext>
    </FormProvider>
  );
}

describe('one more optional question that depends on an option', () => {
  it('has its field below the options, while the option is ticked [R-20]', () => {
    const [list] = trialDefinition.stepById.get('step3')!.questions;
    const page = (minimumQolList: string[]) =>
      renderToStaticMarkup(
        <FormOf values={{ ...valuesOf('step3', answers, definition), minimumQolList }}>
          <QuestionField question={list!} />
        </FormOf>,
      );
    expect(page([familyValue])).toMatch(
      new RegExp(`Having a laugh[^]*${title}[^]*Write as many names[^]*<textarea[^>]*>\\s*My son Tom`),
    );
    expect(page(['Having independence'])).not.toContain(title);
  });

  it('is shown on the review page in the part of its step [R-20]', () => {
    const parts = partsOf(present(answers, reading), reading);
    expect(parts.filter(({ rows }) => rows.some(({ key }) => key === trialKey))).toEqual([
      expect.objectContaining({ step: 'step3', title: 'What I need for life to be worth living' }),
    ]);
    const without = present(completeAnswers(), beforeTrial);
    expect(partsOf(without, reading).map((part) => part.step)).toEqual(parts.map((part) => part.step));
  });

  it('is shown on the plan page as the words of the person [R-20]', () => {
    const section = present(answers, reading).find(({ id }) => id === 'qualityOfLife')!;
    const html = renderToStaticMarkup(<PlanSection section={section} wording={reading} />);
    expect(html).toMatch(new RegExp(`<span>${title}</span></dt><dd class="[^"]*free[^"]*">[^]*My son Tom`));
  });

  it('is shown before and after an edit separately, and its list as unchanged [R-20]', () => {
    const changed = (after: typeof answers) =>
      changedAnswers('step3', storedDraft(answers), after, reading).map((each) => [
        each.title,
        each.before.lines,
        each.after.lines,
      ]);
    expect(changed({ ...answers, [trialKey]: 'My daughter' })).toEqual([
      [title, ['My son Tom'], ['My daughter']],
    ]);
    const { [trialKey]: _, ...unticked } = { ...answers, minimumQolList: ['Having independence'] };
    expect(changed(unticked)).toEqual([
      [expect.stringMatching(/./), ['Having independence', familyValue], ['Having independence']],
      [title, ['My son Tom'], ['Nothing written']],
    ]);
  });

  it('is decided together with its list in a conflict, and shown below it [R-20]', () => {
    const theirs = { ...answers, [trialKey]: 'My daughter' };
    const mine = valuesOf('step3', { ...answers, [trialKey]: 'My brother' }, definition);
    const { disagreements } = compareWithSaved('step3', { base: answers, mine, theirs }, definition);
    expect(disagreements.map(({ question }) => question.key)).toEqual(['minimumQolList']);
    const { question } = disagreements[0]!;
    const rows = answersInDispute(question, theirs, present(theirs, reading), reading);
    expect(rows.map(({ lines }) => lines)).toEqual([['Having independence', familyValue], ['My daughter']]);
    expect(rows[1]?.title).toBe(title);
  });
});

describe('a plan that was signed before the questions changed', () => {
  const signed = present(completeAnswers(), beforeTrial).map((section) => ({
    ...section,
    rows: section.rows.map((row) => ({ ...row, lines: row.lines.map((line) => `Then: ${line}`) })),
  }));
  const plan: StoredPlan = {
    status: 'complete',
    definition_version: trialDefinition.version - 1,
    answers: completeAnswers(),
    signed_sections: signed,
  };
  const lineOf = (key: string) => signed.flatMap(({ rows }) => rows).find((row) => row.key === key)!.lines;

  it('is reviewed in the signed words, until an answer changes [R-20]', () => {
    expect(sectionsOf(plan, completeAnswers(), reading)).toBe(signed);
    const edited = { ...completeAnswers(), explanations: 'Play the radio' };
    expect(sectionsOf(plan, edited, reading)).toEqual(present(edited, reading));
    expect(partsOf(signed, reading).flatMap(({ rows }) => rows)).toHaveLength(
      signed.slice(0, -1).flatMap(({ rows }) => rows).length,
    );
  });

  it('is shown in the signed words before an edit, beside the words of the edit [R-20]', () => {
    const after = {
      ...completeAnswers(),
      cprStopBreathing: 'receive CPR regardless of expected quality of life',
    };
    const [only, ...rest] = changedAnswers('step5', plan, after, reading);
    expect(rest).toEqual([]);
    expect(only?.before.lines).toEqual(lineOf('cprStopBreathing'));
    expect(only?.after.lines[0]).toMatch(/^I want CPR/);
  });

  it('has no answer to a question that is new [R-20]', () => {
    const [, added] = changedAnswers('step3', plan, answers, reading);
    expect(added).toMatchObject({
      title,
      before: { lines: ['Nothing written'] },
      after: { lines: ['My son Tom'] },
    });
  });

  it('is shown in the signed words in a conflict [R-20]', () => {
    const question = definition.questionByKey.get('cprStopBreathing')!;
    const [row] = answersInDispute(question, plan.answers, sectionsOf(plan, plan.answers, reading), reading);
    expect(row.lines).toEqual(lineOf('cprStopBreathing'));
  });
});
