import { describe, expect, it } from 'vitest';
import { questionOf } from '../../domain/questionnaire/definition.ts';
import { bilingualPlan, fullAnswers } from './plan/plan-document.fixture.ts';
import { compact, languagesOf, readPdf } from './pdf-reader.fixture.ts';
import { startPdfEngine } from './pdf-engine.ts';
import type { PlanWords } from './plan/plan-document.ts';

const engine = startPdfEngine();

describe('the PDF of a plan in Chinese', () => {
  const document = bilingualPlan();
  const pdf = readPdf(engine(document));

  it('has the emergency box in English, with the Chinese below it, on the first page [R-33] [D-37]', () => {
    const page = compact(pdf.pages[0] ?? '');
    const inOrder = [
      'In an emergency, read this page first',
      '紧急时请先看这一页',
      'If my heart stops or I stop breathing',
      'I want CPR only if my minimum quality of life is expected',
      '只有预计能达到我最起码的生活质量，我才要做心肺复苏',
      'I do not want CPR',
      '我不要做心肺复苏',
      'I would not want: breathing machine (ventilator); kidney machine (dialysis)',
      '我不愿意接受：呼吸机；透析（洗肾）',
      'I have not refused: feeding tube into the stomach (PEG)',
      '我没有拒绝：胃造瘘管',
      'Note (written in Chinese, not translated)',
      '备注（用中文写的，没有翻译）',
      'Who to call',
      '陈志明',
      'Son',
      '0491 570 156',
      '(03) 5550 0123',
      'For life to be worth living, I need',
      'Other: 坐在自己的花园里 (written in Chinese, not translated)',
      'Version 3',
      'https://wattle.example/acp-login/3f9Kd0aXq7TzR2mVbN8sLw',
    ];
    let from = 0;
    for (const words of inOrder) {
      const at = page.indexOf(compact(words), from);
      expect([words, at >= from]).toEqual([words, true]);
      from = at + 1;
    }
  });

  it('has every title, question, chosen option and declaration in both languages [R-33] [D-37]', () => {
    const saying = (words: PlanWords) => [
      words.title,
      words.contactsTitle,
      words.legal,
      ...words.closing,
      ...words.opening,
      ...words.code.lines,
      ...words.parts.flatMap(({ title, intro, rows }) => [
        title,
        ...intro,
        ...rows.flatMap((row) => [
          row.title,
          ...row.lines,
          row.mark,
          row.note?.title ?? '',
          row.note?.text ?? '',
        ]),
      ]),
      words.signature.title,
      words.signature.signedIn,
      ...words.signature.dates,
      ...words.signature.statements.flatMap(({ title, lines }) => [title, ...lines]),
    ];
    const said = [...saying(document), ...saying(document.twin!)];
    expect(said.length).toBeGreaterThan(200);
    expect(said.filter((words) => !pdf.text.includes(compact(words)))).toEqual([]);
    expect(pdf.text).toContain(compact('Answered and signed in Chinese.'));
    for (const [index, page] of pdf.pages.entries()) {
      expect(page).toContain(
        `陈美玲, born 04/05/1948. Version 3, 2 April 2026. Page ${index + 1} of ${pdf.pages.length}.`,
      );
      expect(compact(page)).toContain(`第${index + 1}页，共${pdf.pages.length}页。`);
    }
  });

  it("shows the person's own text once, as it was typed [R-33] [D-37]", () => {
    for (const typed of [
      '请按佛教的方式念经，不要用味道很重的花。',
      '戴上助听器，我还能听懂孙子说话。',
      '告诉我时，请让志明在旁边。',
    ])
      expect(pdf.text.split(typed)).toHaveLength(2);
  });

  it('marks English and Chinese words for screen readers, in a tagged PDF [R-33] [PLAN-03]', () => {
    expect(pdf.raw).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(pdf.raw).toMatch(/\/Type \/Catalog[\s\S]*?\/Lang \(zh-CN\)/);
    expect(pdf.languages).toEqual(new Set(['zh-CN', 'en-AU']));
    for (const words of [
      'I do not want CPR',
      'If I could not hear',
      'Life is still worth living',
      'My signature',
    ])
      expect([words, ...languagesOf(pdf, words)]).toEqual([words, 'en-AU']);
    for (const words of ['我不要做心肺复苏', '如果我听不见', '我的签名'])
      expect([words, ...languagesOf(pdf, words)]).toEqual([words, 'zh-CN']);
  });

  it('marks no English as Chinese and no Chinese as English [R-33]', () => {
    const wrong = pdf.stretches.filter(({ text, language }) =>
      language === 'en-AU' ? /\p{Script=Han}/u.test(text) : /[A-Za-z]{8}/.test(text),
    );
    expect(wrong).toEqual([]);
  });

  it('begins in English if it is requested in English, and marks the Chinese as Chinese [R-33]', () => {
    const english = readPdf(engine(bilingualPlan({}, 'en')));
    expect(english.raw).toMatch(/\/Type \/Catalog[\s\S]*?\/Lang \(en-AU\)/);
    const page = compact(english.pages[0] ?? '');
    expect(page.indexOf(compact('Advance care plan: my wishes'))).toBeLessThan(page.indexOf('预先护理计划'));
    expect([...languagesOf(english, '如果我听不见')]).toEqual(['zh-CN']);
  });

  it('keeps the contacts to call on the first page of the longest plan that a recorder entered [R-33] [PLAN-03]', () => {
    const every = (key: 'minimumQolList' | 'treatmentsSelected') =>
      (questionOf(key).options ?? []).filter(({ exclusive }) => !exclusive).map(({ value }) => value);
    const full = bilingualPlan({
      answers: {
        ...fullAnswers('zh'),
        minimumQolList: every('minimumQolList'),
        treatmentsSelected: every('treatmentsSelected'),
        treatmentsSelected_note: '只为止痛的手术可以做。'.repeat(60),
      },
      voice: { kind: 'onBehalf', person: '陈美玲', firstName: '美玲', recorder: '陈志明', relation: '子女' },
      replaced: { by: 4, on: '2026-05-06' },
      contacts: Array.from({ length: 8 }, (_, index) => ({
        name: `陈志明${index}`,
        relationship: '儿子',
        phone: `0491 570 15${index}`,
        substitute: index > 5,
        pending: false,
      })),
    });
    const [first = '', second = ''] = readPdf(engine(full)).pages;
    for (const phone of ['0491 570 156', '0491 570 157', '0491 570 150', '0491 570 151'])
      expect(first).toContain(phone);
    expect(first + second).toContain('能说话，能和别人交流');
    expect(compact(first)).toContain(compact('There is a long note to this answer.'));
  });

  it('marks words that are stored only in Chinese as having no English [R-33]', () => {
    const kept = bilingualPlan({ paper: { signedIn: 'zh', oneLanguageOnly: true } });
    const { pages } = readPdf(engine(kept));
    expect(compact(pages[0] ?? '')).toContain(
      compact('were signed in Chinese and are kept in Chinese only.'),
    );
    expect(pages[0]).toContain('只保存了中文');
  });
});
