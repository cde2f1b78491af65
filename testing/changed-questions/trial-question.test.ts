import { describe, expect, it } from 'vitest';
import {
  familyValue,
  trialDefinition,
  trialKey,
  trialTranslators,
  withTrialAnswer,
} from '../../src/domain/questionnaire/trial.fixture.ts';
import { present, type Section } from '../../src/domain/questionnaire/reading/present.ts';
import { planDocument } from '../../src/server/documents/plan/plan-document.ts';
import { fullAnswers, planFacts } from '../../src/server/documents/plan/plan-document.fixture.ts';
import { planData } from '../../src/server/features/privacy/copy/archive.ts';
import type { Acp, PlanOwner } from '../../src/server/features/acp/store.ts';
import { answersOfMargaret, pageOptions } from '../../src/server/pages/emergency/emergency.fixture.ts';
import { planPage } from '../../src/server/pages/emergency/plan-page/plan-page.ts';

const definition = trialDefinition;
const title = 'Who in my family matters most to me';
const self = { kind: 'self' } as const;

describe('one more optional question that depends on an option', () => {
  const documentOf = (text: string) => {
    const answers = withTrialAnswer(fullAnswers('en'), text);
    const t = trialTranslators.en;
    const sections = present(answers, { t, voice: self, definition });
    return planDocument({ ...planFacts('en', { answers, sections }), t, definition });
  };

  it('appears in the PDF: below its list, and on the first page where CPR depends on the list [R-20]', () => {
    const document = documentOf('My son Tom');
    const part = document.parts.find(({ id }) => id === 'qualityOfLife');
    expect(part?.rows).toEqual([
      expect.objectContaining({ number: '1', lines: ['Having independence', familyValue], weight: 'all' }),
      expect.objectContaining({ number: '', title, lines: ['My son Tom'], weight: 'none' }),
    ]);
    expect(document.glance.condition).toMatchObject({
      lines: ['Having independence', familyValue],
      more: [{ title, lines: ['My son Tom'] }],
    });
  });

  it('leaves every other word of the PDF unchanged [R-20]', () => {
    const document = documentOf('My son Tom');
    const before = planDocument(planFacts('en', { answers: withTrialAnswer(fullAnswers('en')) }));
    const rows = document.parts.flatMap((part) => part.rows);
    expect(rows.filter((row) => row.title !== title)).toEqual(before.parts.flatMap((part) => part.rows));
    expect({ ...document, parts: [], glance: null }).toEqual({ ...before, parts: [], glance: null });
    expect({ ...document.glance, condition: null }).toEqual({ ...before.glance, condition: null });
  });

  const pageWith = (text: string, query: { language: 'en' | 'zh' } = { language: 'en' }) => {
    const answers = withTrialAnswer(answersOfMargaret, text);
    const options = pageOptions({ answers, definition }, query);
    const t = trialTranslators[query.language];
    return planPage({ ...options, t, sections: present(answers, { t, voice: self, definition }) });
  };

  it('appears on the emergency page: with what CPR depends on, and in the whole plan [R-20]', () => {
    const page = pageWith('My son Tom');
    const facts = page.slice(
      page.indexOf('id="quality"'),
      page.indexOf('</section>', page.indexOf('id="quality"')),
    );
    expect(facts).toContain(`<dt>${title}</dt><dd class="words">My son Tom</dd>`);
    expect(facts).toContain('<li>Having their family around them</li>');
    expect(page.split(`<dt>${title}</dt>`)).toHaveLength(3);
    const chinese = pageWith('My son Tom', { language: 'zh' });
    expect(chinese).toContain('<dt>家里谁对我最重要</dt><dd class="words" lang="en-AU">My son Tom</dd>');
  });

  it('changes no other word of the emergency page, which keeps its size however long the question is [R-20]', () => {
    const [page, other] = [pageWith('My son Tom'), pageWith('')];
    const without = (text: string) =>
      text.replaceAll(
        /<dl class="rows"><div><dt>Who in my family.*?<\/dl>|<div><dt>Who in my family.*?<\/div>/g,
        '',
      );
    expect(without(page)).toBe(without(other));
    expect(Buffer.byteLength(pageWith('x'.repeat(9000)))).toBeLessThan(14_000);
  });

  it('appears in the copy of all data, in words and in stored form [R-20]', () => {
    const acp = {
      status: 'complete',
      definition_version: definition.version,
      language: 'en',
      answers: withTrialAnswer(fullAnswers('en')),
      signed_sections: null,
    } as unknown as Acp & { signed_sections: Section[] | null };
    const owner = { for_my_self: true, account_owner: 'self' } as PlanOwner;
    const data = planData(acp, owner, { t: trialTranslators.en, definition });
    expect(data.answers).toHaveProperty(trialKey, 'My son Tom');
    const rows = data.in_words.find(({ id }) => id === 'qualityOfLife')?.rows;
    expect(rows?.[1]).toEqual({ key: trialKey, title, lines: ['My son Tom'] });
    expect(rows).toHaveLength(2);
  });
});
