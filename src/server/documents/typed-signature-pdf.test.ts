import { describe, expect, it } from 'vitest';
import { compact, languagesOf, readPdf } from './pdf-reader.fixture.ts';
import { startPdfEngine } from './pdf-engine.ts';
import { planDocument } from './plan/plan-document.ts';
import { bilingualPlan, drawnSignature, planFacts } from './plan/plan-document.fixture.ts';
import type { PlanSignature } from './plan/plan-facts.ts';
import { inScript } from './runs/script-runs.ts';

const engine = startPdfEngine();

const pdfOf = (signature: PlanSignature, language: 'en' | 'zh' = 'en') =>
  engine(language === 'zh' ? bilingualPlan({ signature }) : planDocument(planFacts('en', { signature })));

const typed = (typedName: string): PlanSignature => ({ png: null, typedName, name: 'Margaret Citizen' });

/** Fonts of a typed signature in a PDF. */
const scriptsIn = (raw: string) =>
  ['WattleScript', 'WattleScriptChinese'].filter((name) =>
    new RegExp(`/FontName /[A-Z]{6}\\+${name}\\b`).test(raw),
  );

describe('a typed signature in the PDF of a plan', () => {
  it.each([
    ['Margaret Citizen', ['WattleScript']],
    ["Siân O'Brien-Łukasiewicz", ['WattleScript']],
    ['Nguyễn Thị Ánh', ['WattleScript']],
    ['陈美玲', ['WattleScriptChinese']],
    ['陳劉張 Anna Žižek', ['WattleScript', 'WattleScriptChinese']],
    // Words with letters that the script face lacks are in the usual fonts.
    ['Ωμέγα Anna', ['WattleScript']],
    ['Фёдор', []],
    ['喆堃珺', []],
    ['Anna <script>alert(1)</script> #read("/etc/passwd")', ['WattleScript']],
  ] as const)('is in the script face, and every letter is there: %s [D-22] [PLAN-03]', (name, fonts) => {
    const { raw, text, images } = readPdf(pdfOf(typed(name)));
    expect(scriptsIn(raw)).toEqual(fonts);
    expect(text).toContain(`Typedsignature${compact(name)}NameMargaretCitizen`);
    expect(text).not.toContain('[U+');
    expect(images).toBe(0);
  });

  it('is the picture that the browser made, if no font of ours shows one of its letters [D-22] [PLAN-03]', async () => {
    const png = await drawnSignature();
    for (const typedName of ['فاطمة', 'सीता Anna', '김지우']) {
      const { text, raw, images } = readPdf(pdfOf({ png, typedName, name: 'Margaret Citizen' }));
      expect(images).toBeGreaterThan(0);
      expect(text).toContain('TypedsignatureNameMargaretCitizen');
      expect(scriptsIn(raw)).toEqual([]);
    }
    // Without a picture the codes of its letters are shown.
    expect(readPdf(pdfOf(typed('فاطمة'))).text).toContain('Typedsignature[U+0641]');
  });

  it('is in letters, and not a picture, if our fonts show all of it [D-22] [PLAN-03]', async () => {
    const { raw, images, text } = readPdf(
      pdfOf({ png: await drawnSignature(), typedName: 'M. Citizen', name: 'Margaret Citizen' }),
    );
    expect(images).toBe(0);
    expect(text).toContain('TypedsignatureM.Citizen');
    expect(scriptsIn(raw)).toEqual(['WattleScript']);
  });

  it('differs from a drawn one, which has no script face and is not called typed [D-22] [PLAN-03]', async () => {
    const { raw, text, images } = readPdf(pdfOf({ png: await drawnSignature(), name: 'Margaret Citizen' }));
    expect(images).toBeGreaterThan(0);
    expect(text).not.toContain('Typedsignature');
    expect(scriptsIn(raw)).toEqual([]);
  });

  it('appears once in a document in both languages, and is Chinese for screen readers [D-22] [D-37]', () => {
    const pdf = readPdf(pdfOf({ png: null, typedName: '陈小玲', name: '陈美玲' }, 'zh'));
    expect(scriptsIn(pdf.raw)).toEqual(['WattleScriptChinese']);
    expect(pdf.text.split('陈小玲')).toHaveLength(2);
    expect(pdf.text).toContain('打字签名Typedsignature陈小玲');
    expect([...languagesOf(pdf, '陈小玲')]).toEqual(['zh-CN']);
    expect([...languagesOf(readPdf(pdfOf(typed('陈小玲'))), '陈小玲')]).toEqual(['zh-CN']);
  });

  it('breaks if it is long, and always gives the same bytes [D-22] [PLAN-03]', () => {
    const long = typed('M'.repeat(60));
    const { text, pages } = readPdf(pdfOf(long));
    expect(text).toContain('M'.repeat(60));
    expect(pages).toHaveLength(readPdf(pdfOf(typed('Margaret'))).pages.length);
    // Eighteen of the widest letters are as wide as the page allows.
    const has = (words: string) => ({ has: (code: number) => words.includes(String.fromCodePoint(code)) });
    const coverage = {
      latin: has('M'),
      other: has(''),
      chinese: has(''),
      script: has('M'),
      scriptChinese: has(''),
    };
    expect(inScript([['M'.repeat(40)]], coverage)).toEqual([
      [['script', '', ['M'.repeat(18), 'M'.repeat(18), 'MMMM'].join('\u200B')]],
    ]);
    expect(pdfOf(long)).toEqual(pdfOf(long));
  });
});
