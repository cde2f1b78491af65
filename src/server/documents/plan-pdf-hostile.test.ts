import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compact, readPdf } from './pdf-reader.fixture.ts';
import { planDocument } from './plan/plan-document.ts';
import { bilingualPlan, fullAnswers, planFacts } from './plan/plan-document.fixture.ts';
import type { PlanFacts } from './plan/plan-facts.ts';
import { startPdfEngine } from './pdf-engine.ts';

const engine = startPdfEngine();

function read(language: 'en' | 'zh', changes: Partial<Omit<PlanFacts, 'language' | 't'>> = {}) {
  return readPdf(engine(language === 'zh' ? bilingualPlan(changes) : planDocument(planFacts('en', changes))));
}

const hostile = [
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '#read("/etc/passwd") #sys.version #include "plan.typ" #image("/signature.png")',
  '*bold* _it_ = Heading\n- item $ x^2 $ `code` <label> @ref \\ // comment /* x */ https://evil.example',
  '{{7*7}} {firstName} $t(common.yes) ${process.env} %s \\u0041',
  '"}],"title":"x","png":{"a":[{',
  '(unbalanced )) \\( BT /F1 Tf ET endstream endobj %%EOF',
];

describe('the PDF of a plan with hostile or extreme text', () => {
  it.each(hostile)('shows hostile text as text: %s [PLAN-03]', (words) => {
    const answers = {
      ...fullAnswers('en'),
      lastName: words.replaceAll('\n', ' '),
      cannotHear_note: words,
      treatmentsSelected_note: words,
      customsAndTraditions: words,
    };
    const contacts = [{ name: words, relationship: words, phone: words, substitute: true, pending: true }];
    const { text, raw } = read('en', {
      answers,
      contacts,
      careProvider: words,
      signature: { png: null, typedName: words, name: words },
    });
    expect(text.split(compact(words)).length).toBeGreaterThan(8);
    expect(text).not.toContain('root:');
    expect(raw).not.toMatch(/\/URI \(https:\/\/evil/);
  });

  it('shows text of any script, or marks for it, and never fails [PLAN-03]', () => {
    const answers = {
      ...fullAnswers('zh'),
      otherCommentsOrWorries:
        'سلام 😀👨‍👩‍👧 𠮷 עברית हिन्दी 한국어 ไทย \u0000\u0007\u202Eabc\uFFFF Ωμέγα Привет Nguyễn Thị ①★',
    };
    const { text } = read('zh', { answers });
    for (const words of [
      '[U+0633]',
      '[U+1F600][U+1F468][U+1F469][U+1F467]',
      '[U+20BB7]',
      'abc[U+FFFF]',
      'Ωμέγα',
      'Привет',
      'NguyễnThị',
      '①★',
    ]) {
      expect(text).toContain(words);
    }
  });

  it('breaks an answer of 100,000 characters over as many pages as needed [PLAN-03]', () => {
    const long = 'The quick brown fox. '.repeat(4762).slice(0, 100_000);
    const { pages, text } = read('en', {
      answers: { ...fullAnswers('en'), explanations: `${long} THE END` },
    });
    expect(pages.length).toBeGreaterThan(15);
    expect(text).toContain('THEEND');
    expect(text.split('quick').length).toBe(long.split('quick').length);
    const word = read('en', { answers: { ...fullAnswers('en'), explanations: 'x'.repeat(100_000) } });
    expect(word.text.match(/x{40}/g)?.length).toBe(2500);
  }, 60_000);

  it('is made after another plan that failed [PLAN-03]', () => {
    const document = planDocument(planFacts('en'));
    expect(() => engine({ ...document, legal: { wrong: 1 } as never })).toThrow();
    expect(readPdf(engine(document)).text).toContain('MargaretCitizen');
  });

  it('is made without reading any file except the template, the mark and its input, and evaluates nothing [PLAN-03]', () => {
    const folder = new URL('../../../documents/', import.meta.url);
    const template = ['plan.typ', 'plan-parts.typ']
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
      .join('\n')
      .replaceAll(/^\/\/.*$/gm, '');
    const uses = [
      ...template.matchAll(
        /\b(?:read|json|csv|toml|yaml|cbor|xml|image|plugin|eval|import|include|bibliography)\b ?\(?[^,)\n:]*/g,
      ),
    ];
    expect(uses.map(([use]) => use)).toEqual([
      'import "plan-parts.typ"',
      'json("/plan.json"',
      'image(bytes(facts.drawing',
      'image("/signature.png"',
      'image("mark.svg"',
    ]);
  });
});
