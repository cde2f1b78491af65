import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { questionOf } from '../../domain/questionnaire/definition.ts';
import { compact, contentsOf, readPdf } from './pdf-reader.fixture.ts';
import { planDocument } from './plan/plan-document.ts';
import { bilingualPlan, drawnSignature, fullAnswers, planFacts } from './plan/plan-document.fixture.ts';
import type { PlanFacts } from './plan/plan-facts.ts';
import { startPdfEngine } from './pdf-engine.ts';
import { codeDrawing } from './template-data.ts';

const engine = startPdfEngine();

function read(language: 'en' | 'zh', changes: Partial<Omit<PlanFacts, 'language' | 't'>> = {}) {
  return readPdf(engine(language === 'zh' ? bilingualPlan(changes) : planDocument(planFacts('en', changes))));
}

describe('the PDF of a plan', () => {
  it('is a tagged PDF with title and language, for screen readers [PLAN-03] [PROD-05]', () => {
    const { raw } = read('en');
    expect(raw.startsWith('%PDF-1.7')).toBe(true);
    expect(raw.trimEnd().endsWith('%%EOF')).toBe(true);
    expect(raw).toMatch(/\/MarkInfo <<[^>]*\/Marked true/);
    expect(raw).toContain('/StructTreeRoot');
    expect(raw).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(raw).toMatch(/\/DisplayDocTitle true/);
    expect(raw).toContain('/Title (Advance care plan: my wishes and values)');
    expect(raw).toMatch(/\/Type \/Catalog[\s\S]*?\/Lang \(en-AU\)/);
    expect(raw).toMatch(/\/S \/H1\b/);
    expect(raw).toMatch(/\/S \/TH\b/);
    expect(raw).not.toMatch(/\/JavaScript|\/Launch|\/EmbeddedFile|\/OpenAction/);
  });

  it.each(['en', 'zh'] as const)(
    'has the question of each table row as the header of the row, in %s [S-107]',
    async (language) => {
      const document = language === 'zh' ? bilingualPlan() : planDocument(planFacts('en'));
      const pdf = engine(document);
      const { raw } = readPdf(pdf);
      const cells = (type: string) =>
        [...raw.matchAll(new RegExp(`/S /${type}\\b(?:(?!endobj)[\\s\\S])*`, 'g'))].map(([cell]) => cell);
      const rows = document.parts.flatMap(({ head, rows: questions }) => (head ? questions : []));
      expect(rows.length).toBeGreaterThan(10);
      const headers = cells('TH');
      // The number and the text of each question.
      expect(headers.filter((cell) => /\/Scope \/Row\b/.test(cell))).toHaveLength(2 * rows.length);
      expect(headers.filter((cell) => !/\/Scope \/(Row|Column)\b/.test(cell))).toEqual([]);
      expect(cells('TD')).toHaveLength(rows.length);
      // The offsets in the file are still valid.
      expect((await PDFDocument.load(pdf, { throwOnInvalidObject: true })).getPageCount()).toBeGreaterThan(2);
    },
  );

  it('is A4 with embedded fonts of its own, and none of the machine [PLAN-03]', () => {
    const { raw } = read('zh', { signature: { png: null, name: '陈美玲' } });
    expect(raw).toMatch(/\/MediaBox \[0 0 595\.27\d* 841\.8\d*\]/);
    const families = [...raw.matchAll(/\/FontName \/[A-Z]{6}\+(\w+)/g)].map(([, name]) => name);
    expect(new Set(families)).toEqual(new Set(['WattleLatin', 'WattleChinese']));
    expect(raw.match(/\/FontFile[23]? \d+ 0 R/g)?.length).toBe(families.length);
  });

  it('shows on the first page who, CPR twice, treatments refused and not refused, and whom to call [PLAN-03]', () => {
    const page = compact(read('en').pages[0] ?? '');
    const inOrder = [
      'Margaret Citizen',
      '04/05/1948',
      'In an emergency, read this page first',
      'If my heart stops or I stop breathing',
      'I want CPR only if my minimum quality of life is expected',
      'If my heart or breathing stops after a catastrophic illness or injury',
      'I do not want CPR',
      'I would not want: breathing machine (ventilator); kidney machine (dialysis)',
      'I have not refused: feeding tube into the stomach (PEG)',
      'Daniel Citizen, Son',
      '0491 570 156',
      'Dr Priya Nair, GP',
      'For life to be worth living, I need',
      'Having my family around me',
      'Version 3',
      'https://wattle.example/acp-login/3f9Kd0aXq7TzR2mVbN8sLw',
    ].map((words) => page.indexOf(compact(words)));
    expect(inOrder).not.toContain(-1);
    expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b));
  });

  it.each([
    ['in English', () => planDocument(planFacts('en')), 12],
    ['in both languages', () => bilingualPlan(), 9.9],
    ['in both languages, requested in English', () => bilingualPlan({}, 'en'), 9.9],
  ] as const)('has its first page in letters of 12 to 13 points, %s [S-66]', (_, documentOf, smallest) => {
    const page = contentsOf(engine(documentOf()))[0] ?? '';
    const sizes = [...page.matchAll(/ ([\d.]+) Tf/g)].map(([, size]) => Number(size));
    const counts = Map.groupBy(sizes, (size) => size);
    const [common = 0] = [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
    expect(common).toBeGreaterThanOrEqual(12);
    expect(common).toBeLessThanOrEqual(13);
    // The footer is smaller; so is the second language beside the first.
    expect(Math.min(...sizes.filter((size) => size !== 8.5))).toBeGreaterThanOrEqual(smallest);
  });

  it.each([
    ['en', 'Not in force: version 3 of this plan was replaced on 6 May 2026 by version 4.'],
    ['zh', '本文件已失效：这份计划的第 3 版已于 2026年5月6日 被第 4 版取代。'],
  ] as const)(
    'shows on each page of a replaced version by which version it was replaced, and when: %s [R-06] [D-41]',
    (language, words) => {
      const replaced = { by: 4, on: '2026-05-06' as const };
      const { pages } = read(language, { replaced });
      expect(pages.length).toBeGreaterThan(2);
      for (const page of pages) expect(compact(page)).toContain(compact(words));
      // Screen readers do not read page headers, so the notice is in the text too.
      expect(compact(pages[0] ?? '').split(compact(words))).toHaveLength(3);
      for (const page of read(language).pages) expect(compact(page)).not.toMatch(/Notinforce|本文件已失效/);
    },
  );

  it('shows that in both languages, if the document has both [R-06] [R-33] [D-41]', () => {
    for (const page of read('zh', { replaced: { by: 4, on: '2026-05-06' } }).pages) {
      expect(compact(page)).toContain(compact('was replaced on 6 May 2026 by version 4.'));
      expect(compact(page)).toContain(compact('已于 2026年5月6日 被第 4 版取代'));
    }
  });

  it('keeps the contacts to call on the first page of the longest plan, and its long note in the box [PLAN-03]', () => {
    const every = (key: 'minimumQolList' | 'treatmentsSelected') =>
      (questionOf(key).options ?? []).filter(({ exclusive }) => !exclusive).map(({ value }) => value);
    const answers = {
      ...fullAnswers('en'),
      minimumQolList: every('minimumQolList'),
      treatmentsSelected: every('treatmentsSelected'),
      treatmentsSelected_note: 'An operation only to ease pain is fine. '.repeat(50),
    };
    const contacts = Array.from({ length: 8 }, (_, index) => ({
      name: `Contact ${index}`,
      relationship: 'Friend',
      phone: `0491 570 15${index}`,
      substitute: index > 5,
      pending: false,
    }));
    const { pages } = read('en', { answers, contacts });
    const [first = '', second = ''] = pages;
    expect(first).toContain('I have refused every treatment on this list');
    expect(first).toContain('There is a long note to this answer.');
    for (const phone of ['0491 570 156', '0491 570 157', '0491 570 150', '0491 570 151'])
      expect(first).toContain(phone);
    expect(compact(first + second)).toContain(compact('An operation only to ease pain is fine. '.repeat(5)));
    expect(pages.slice(1).join('')).toContain('0491 570 155');
  });

  it('contains every answer with its number and note, and the statements of the signature [PLAN-03]', () => {
    const facts = planFacts('en');
    const { text } = readPdf(engine(planDocument(facts)));
    for (const section of facts.sections.filter(({ id }) => id !== 'about')) {
      expect(text).toContain(compact(section.title));
      for (const row of section.rows.filter(({ key }) => key !== 'confirmName')) {
        expect(text).toContain(compact(`${row.number ?? ''}${row.title}`));
        for (const line of row.lines) expect(text).toContain(compact(line));
        if (row.note) expect(text).toContain(compact(`Note: ${row.note}`));
      }
    }
    expect(text).toContain('Typedsignature');
    expect(text).toContain(compact('Signed on 12 March 2026'));
  });

  it('marks Chinese answers in an English plan as Chinese [PLAN-03]', () => {
    const answers = { ...fullAnswers('en'), customsAndTraditions: '请念经' };
    const { text, languages } = read('en', { answers });
    expect(text).toContain('请念经');
    expect(languages).toContain('zh-CN');
  });

  it('names the person in the title of a plan recorded by another, and shows who signed [PLAN-03]', () => {
    const voice = {
      kind: 'onBehalf',
      person: 'Margaret Citizen',
      firstName: 'Margaret',
      recorder: 'Daniel Citizen',
      relation: 'child',
    } as const;
    const { raw, text } = read('en', { voice });
    expect(raw).toContain('/Title (Advance care plan: wishes and values of Margaret Citizen)');
    expect(text).toContain(compact('Recorded by Daniel Citizen (child) for Margaret Citizen'));
    expect(text).toContain(compact('Margaret Citizen did not sign.'));
  });

  it('describes the signature in text for screen readers, and never shows that of an earlier plan [PLAN-03]', async () => {
    const png = await drawnSignature();
    const signed = read('en', { signature: { png, name: 'Margaret Citizen' } });
    expect(signed.raw).toContain('/Alt (Signature of Margaret Citizen)');
    expect(signed.images).toBeGreaterThan(0);
    const next = read('en', { signature: { png: null, typedName: 'Anna Other', name: 'Anna Other' } });
    expect(next.images).toBe(0);
    expect(next.raw).not.toContain('Signature of');
    expect(next.text).toContain('TypedsignatureAnnaOther');
  });

  it('is made even if the signature is not a readable picture [PLAN-03]', () => {
    const broken = Buffer.from('89504e470d0a1a0a0000000d49484452ffffffff', 'hex');
    const { text, images } = read('en', { signature: { png: broken, name: 'Margaret Citizen' } });
    expect(images).toBe(0);
    expect(text).toContain('NameMargaretCitizen');
  });

  it.each(['en', 'zh'] as const)(
    'has the mark and a green line across the head of each page, which screen readers pass over, in %s [S-66]',
    (language) => {
      const pdf = engine(language === 'zh' ? bilingualPlan() : planDocument(planFacts('en')));
      const contents = contentsOf(pdf);
      expect(contents.length).toBeGreaterThan(2);
      for (const content of contents) {
        const [head = ''] =
          /\/Artifact <<(?:(?!>>)[\s\S])*\/Subtype \/Header[\s\S]*?\nEMC/.exec(content) ?? [];
        // The green of the product, #15493a, from margin to margin.
        expect(head).toMatch(/0\.082\d* 0\.286\d* 0\.227\d* SCN\s+1\.4 w[^S]*?\n0 0 m\n487\.5\d* 0 l\nS/);
        // The gold of the blossoms.
        expect(head).toMatch(/0\.952\d* 0\.717\d* 0\.070\d* scn/);
      }
      const { pages, raw } = readPdf(pdf);
      for (const page of pages) expect(page.startsWith('Wattle')).toBe(true);
      expect(raw.match(/\/Alt /g)).toHaveLength(1);
    },
  );

  it('has name, birth date, version and page number in the footer of each page [PLAN-03]', () => {
    const { pages } = read('en');
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((page, index) => {
      const foot = `Margaret Citizen, born 04/05/1948. Version 3, 2 April 2026. Page ${index + 1} of ${pages.length}.`;
      expect(page).toContain(foot);
    });
  });

  it.each([
    ['en', 'My signature', 'Made with Wattle', 'Something that worries me\n'],
    ['zh', '我的签名', '用 Wattle 制作', '我担心的事\n'],
  ] as const)(
    'never has the signature, or the last line of the document, alone on the last page, in %s [PLAN-03] [S-66]',
    async (language, title, closing, worry) => {
      const png = await drawnSignature();
      for (let lines = 0; lines <= 40; lines += 1) {
        const answers = { ...fullAnswers(language), otherCommentsOrWorries: worry.repeat(lines + 1).trim() };
        const signature = lines % 2 === 0 ? { png, name: 'Margaret Citizen' } : undefined;
        const { pages } = read(language, { answers, ...(signature && { signature }) });
        const last = compact(pages.at(-1) ?? '');
        expect(last).toContain(compact(closing));
        expect(last).toContain(compact(title));
        expect(last).toContain(compact('(03) 5550 0123'));
        expect(last.indexOf(compact('(03) 5550 0123'))).toBeLessThan(last.indexOf(compact(title)));
      }
    },
    90_000,
  );

  it.each([[0], [12], [40]])(
    'keeps the signature with what comes before it, with %i contacts [S-66]',
    (count) => {
      const contacts = Array.from({ length: count }, (_, index) => ({
        name: `Contact ${index + 1}`,
        relationship: 'Friend',
        phone: `0491 570 1${String(index).padStart(2, '0')}`,
        substitute: false,
        pending: false,
      }));
      const last = compact(read('en', { contacts }).pages.at(-1) ?? '');
      expect(last).toContain(compact('My signature'));
      expect(last).toContain(
        compact(count === 0 ? 'My trusted contacts' : `0491 570 1${String(count - 1).padStart(2, '0')}`),
      );
    },
  );

  it('has no spaces between Chinese sentences, and none between a date and its verb [PLAN-03]', () => {
    const [first = ''] = read('zh').pages;
    expect(first).toContain('扫码可以看到最新的计划。需要急救卡上的');
    expect(first).toContain('2026年3月12日签名');
    expect(first).toContain('2026年4月2日更改并确认');
  });

  it('describes the QR code and draws it in vectors with a quiet zone [PLAN-03]', () => {
    const { raw, images } = read('en');
    expect(raw).toContain(
      '/Alt (Code to open the newest plan at https://wattle.example/acp-login/3f9Kd0aXq7TzR2mVbN8sLw)',
    );
    expect(images).toBe(0);
    const drawing = codeDrawing('https://wattle.example/acp-login/3f9Kd0aXq7TzR2mVbN8sLw');
    const starts = [...drawing.matchAll(/M(\d+) (\d+)h/g)];
    expect(Math.min(...starts.map(([, x]) => Number(x)))).toBe(4);
    expect(Math.min(...starts.map(([, , y]) => Number(y)))).toBe(4);
  });
});
