import { describe, expect, it } from 'vitest';
import type { Voice } from '../../../domain/questionnaire/reading/present.ts';
import { planDocument } from './plan-document.ts';
import { bilingualPlan, fullAnswers, planFacts } from './plan-document.fixture.ts';

const onBehalf: Voice = {
  kind: 'onBehalf',
  person: 'Margaret Citizen',
  firstName: 'Margaret',
  recorder: 'Daniel Citizen',
  relation: 'child',
};

describe('planDocument', () => {
  it('is titled a record of wishes and values and never calls itself a directive [PLAN-03]', () => {
    const document = planDocument(planFacts('en'));
    expect(document.title).toBe('Advance care plan: my wishes and values');
    expect(document.legal).toContain('It is not Victoria’s Advance Care Directive form');
    expect(JSON.stringify({ ...document, legal: '' })).not.toMatch(/directive|legally binding/i);
  });

  it('has both answers about CPR on the first page, with the condition of either [PLAN-03]', () => {
    const { glance } = planDocument(planFacts('en'));
    expect(glance.cpr.map(({ lines }) => lines)).toEqual([
      ['I want CPR only if my minimum quality of life is expected'],
      ['I do not want CPR'],
    ]);
    expect(glance.condition?.lines).toContain('Other: Sitting in my garden');
    const plain = planDocument(
      planFacts('en', { answers: { ...fullAnswers('en'), cprStopBreathing: 'do not want CPR' } }),
    );
    expect(plain.glance.condition).toBeNull();
  });

  it('lists the treatments refused, those not refused, and the note to them [PLAN-03]', () => {
    const { glance } = planDocument(planFacts('en'));
    expect(glance.refused).toBe(
      'I would not want: breathing machine (ventilator); kidney machine (dialysis)',
    );
    expect(glance.notRefused).toMatch(/^I have not refused: .*blood transfusions; operations/);
    expect(glance.note?.text).toContain('A short time on a breathing machine');
  });

  it('states that nothing is refused [PLAN-03]', () => {
    const answers = { ...fullAnswers('en'), treatmentsSelected: ['None of these'] };
    expect(planDocument(planFacts('en', { answers })).glance.refused).toBe(
      'I have not refused any of these treatments',
    );
  });

  it('names substitute decision makers first, and marks those who have not accepted yet [PLAN-03]', () => {
    const { contacts } = planDocument(
      planFacts('en', {
        contacts: [
          { name: 'Dr Nair', relationship: 'GP', phone: '1', substitute: false, pending: false },
          { name: 'Daniel', relationship: '', phone: '2', substitute: true, pending: true },
        ],
      }),
    );
    expect(contacts.map(({ title }) => title)).toEqual(['Substitute decision makers', 'Other contacts']);
    expect(contacts[0]?.people).toEqual([
      { who: 'Daniel', relationship: '', phone: '2', pending: 'has not yet agreed to be a contact' },
    ]);
  });

  it('names the recorder and the person, and states that the person did not sign [PLAN-03]', () => {
    const document = planDocument(planFacts('en', { voice: onBehalf }));
    expect(document.title).toBe('Advance care plan: wishes and values of Margaret Citizen');
    expect(document.recorded).toBe('Recorded by Daniel Citizen (child) for Margaret Citizen');
    expect(document.signature.signer).toContain('Margaret Citizen did not sign.');
    expect(document.legal).toContain('It is not a form that Margaret Citizen made');
    expect(JSON.stringify(document.parts)).not.toMatch(
      /\b(my|I)\b(?! (love|would still|can still|worry))(?=[^"]*worth living)/,
    );
    expect(document.opening.join(' ')).not.toMatch(/\bmy\b/);
  });

  it('shows the form of the state, or none if the postcode belongs to no state [PLAN-03]', () => {
    const legalAt = (postcode: string) =>
      planDocument(planFacts('en', { answers: { ...fullAnswers('en'), postcode } })).legal;
    expect(legalAt('4000')).toContain('Queensland');
    expect(legalAt('2899')).toContain('Each state and territory has its own form');
  });

  it('shows beside the signature who changed and confirmed the plan, and when, if it was changed [R-30] [D-35] [PLAN-03]', () => {
    expect(planDocument(planFacts('zh')).signature.dates).toEqual([
      '2026年3月12日签名',
      `由${planFacts('zh').signature.name}于2026年4月2日更改并确认`,
    ]);
    const { changedOn: _, ...unchanged } = planFacts('en');
    expect(planDocument(unchanged).signature.dates).toEqual(['Signed on 12 March 2026']);
    const sameDay = planDocument(planFacts('en', { changedOn: '2026-03-12' }));
    expect(sameDay.signature.dates).toEqual([
      'Signed on 12 March 2026',
      `Changed and confirmed by ${planFacts('en').signature.name} on 12 March 2026`,
    ]);
  });

  it('has placeholders for the page numbers that no name can forge [PLAN-03]', () => {
    const answers = { ...fullAnswers('en'), lastName: 'C\u0001{page}$t(common.yes)' };
    expect(planDocument(planFacts('en', { answers })).footer).toEqual([
      { text: 'Margaret C{page}$t(common.yes), born 04/05/1948. Version 3, 2 April 2026. Page ' },
      { count: 'page' },
      { text: ' of ' },
      { count: 'pages' },
      { text: '.' },
    ]);
  });

  it('refers from the notice about answers about health to the answers themselves [PLAN-03]', () => {
    expect(planDocument(planFacts('en')).parts.find(({ id }) => id === 'health')?.intro).toEqual([
      'These answers say how I feel. They do not refuse any treatment.',
      'If each of these was my everyday life, and would not get better:',
    ]);
  });

  it('refuses sections without the answers that staff need [PLAN-03]', () => {
    const facts = planFacts('en');
    const sections = facts.sections.filter(({ id }) => id !== 'cpr');
    expect(() => planDocument({ ...facts, sections })).toThrow('cprStopBreathing');
  });
});

describe('the document of a plan in Chinese', () => {
  const both = bilingualPlan();

  it('has an English version with every title, question and chosen option [R-33] [D-37]', () => {
    expect([both.language, both.twin?.language]).toEqual(['zh', 'en']);
    const english = planDocument(planFacts('en', { answers: { ...fullAnswers('zh') } }));
    expect(both.twin?.parts.map(({ title }) => title)).toEqual(english.parts.map(({ title }) => title));
    const chosen = (parts: typeof english.parts) =>
      parts.flatMap(({ rows }) =>
        rows.filter(({ weight }) => weight !== 'none').map(({ title, lines }) => [title, lines]),
      );
    const marked = (lines: string) => lines.replaceAll(' (written in Chinese, not translated)', '');
    expect(JSON.parse(marked(JSON.stringify(chosen(both.twin!.parts))))).toEqual(chosen(english.parts));
  });

  it("marks only the person's Chinese text as not translated [R-33] [D-37]", () => {
    const { parts, glance } = both.twin!;
    const rows = parts.flatMap((part) => part.rows);
    const marks = rows.filter(({ mark }) => mark !== '').map(({ number, mark }) => [number, mark]);
    expect(marks).toEqual(
      ['24', '25', '26'].map((number) => [number, '(written in Chinese, not translated)']),
    );
    expect(rows.flatMap(({ lines }) => lines.filter((line) => line.includes('not translated')))).toEqual([
      'Other: 坐在自己的花园里 (written in Chinese, not translated)',
    ]);
    expect(glance.note).toEqual({
      title: 'Note (written in Chinese, not translated)',
      text: '手术后短时间用呼吸机可以。',
    });
    expect(both.glance.note?.title).toBe('备注（用中文写的，没有翻译）');
    const typedInEnglish = bilingualPlan({ answers: { ...fullAnswers('en') } }).twin!;
    expect(JSON.stringify(typedInEnglish)).not.toContain('not translated');
  });

  it("recognises a Chinese name in a recorder's sentence as a name [R-33] [D-02]", () => {
    const voice: Voice = {
      kind: 'onBehalf',
      person: '陈美玲',
      firstName: '美玲',
      recorder: '陈志明',
      relation: '子女',
    };
    const { glance } = bilingualPlan({ voice }).twin!;
    expect(glance.cpr.map(({ lines }) => lines)).toEqual([
      ['美玲 would want CPR only if their minimum quality of life is expected'],
      ['美玲 would not want CPR'],
    ]);
  });

  it('is in one language for a plan in English [R-33]', () => {
    const { twin, glance, parts } = planDocument(planFacts('en'));
    expect(twin).toBeNull();
    expect(glance.note?.title).toBe('');
    expect(parts.flatMap(({ rows }) => rows.filter(({ mark }) => mark !== ''))).toEqual([]);
  });
});
