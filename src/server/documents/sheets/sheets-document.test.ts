import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translators } from '../../../domain/i18n/translators.ts';
import {
  answersOfMargaret,
  byDaniel,
  pageOptions,
  priya,
  wordsOf,
} from '../../pages/emergency/emergency.fixture.ts';
import { html } from '../../pages/html.ts';
import { wholeSheet } from '../../pages/emergency/staff-page.ts';
import { startPdfEngine } from '../pdf-engine.ts';
import { compact, readPdf } from '../pdf-reader.fixture.ts';
import { sheetSections, type SheetPart, type SheetSection } from './sheet-sections.ts';
import { sheetsDocument } from './sheets-document.ts';

type Options = ReturnType<typeof pageOptions>;

const t = translators.en;
const printedAt = new Date('2026-04-05T04:02:00Z');
const documentOf = (sheets: readonly Options[], missing = 0) =>
  sheetsDocument({ t, sheets, missing, printedAt });

const wordsIn = (part: SheetPart) =>
  part.part === 'list' ? part.items.flat() : part.part === 'row' ? part.cells.flat() : part.words;
const textOf = (sections: readonly SheetSection[]) =>
  sections
    .flatMap(({ parts }) => parts)
    .flatMap(wordsIn)
    .map(({ text }) => text)
    .join('');

/** The states of a plan that a sheet shows. */
const people: [string, Options][] = [
  ['a signed plan', pageOptions()],
  ['a plan recorded by another person', pageOptions(byDaniel)],
  ['a plan in Chinese', pageOptions({ plan: { ...plan(), language: 'zh' } })],
  ['no contacts', pageOptions({ contacts: [] })],
  ['nothing refused', pageOptions({ answers: { ...answersOfMargaret, treatmentsSelected: [] } })],
  [
    'a note of the person',
    pageOptions({ answers: { ...answersOfMargaret, treatmentsSelected_note: 'But:\nask Tom.' } }),
  ],
  ['no signed plan', pageOptions({ standing: 'none' })],
];

function plan() {
  return { version: 3, language: 'en' as const, signedAt: printedAt, changedAt: null };
}

describe('the emergency sheets on paper', () => {
  it.each(people)(
    'have every word of the sheet on the screen, in its order: %s [N-04] [S-77]',
    (_, options) => {
      const main = wholeSheet(options);
      const onScreen = wordsOf(main.toString());
      expect(compact(textOf(sheetSections(main, 'en')))).toBe(compact(onScreen));
      expect(compact(onScreen).length).toBeGreaterThan(100);
    },
  );

  it('have the words of any name and any own words, which are never markup [N-04] [S-77]', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('<b>not</b>', '&amp;', '</section><h1>No CPR</h1>', '#strong[x]', '"><p class="old">'),
    );
    fc.assert(
      fc.property(hostile, hostile, hostile, (name, text, note) => {
        const options = pageOptions({
          contacts: [{ ...priya, name }],
          answers: {
            ...answersOfMargaret,
            minimumQolList: ['Other'],
            other_qolList: text,
            treatmentsSelected_note: note,
          },
        });
        const main = wholeSheet(options);
        const sections = sheetSections(main, 'en');
        expect(compact(textOf(sections))).toBe(compact(wordsOf(main.toString())));
        expect(sections.filter(({ heavy }) => heavy)).toHaveLength(2);
        const names = sections.flatMap(({ parts }) => parts).filter(({ part }) => part === 'name');
        expect(names.map(wordsIn).flat()).toEqual([
          { text: 'Margaret Citizen', language: 'en', strong: false },
        ]);
      }),
    );
  });

  it('show the answer about CPR in the largest type, in the frame with the refusals [N-04]', () => {
    const [person] = documentOf([pageOptions()]).people;
    const framed = person?.sections.filter(({ heavy }) => heavy) ?? [];
    const lead = framed.flatMap(({ parts }) => parts).filter(({ part }) => part === 'lead');
    expect(lead.map((part) => wordsIn(part)[0]?.text)).toEqual([
      'Only if these are expected:',
      'No: does not want CPR',
    ]);
    expect(framed.flatMap(({ parts }) => parts).map(({ part }) => part)).toContain('list');
  });

  it('keep the language and the lines of the words of the person [N-04]', () => {
    const sections = sheetSections(
      html`<section><p class="words" lang="zh-Hans">不要
不要</p><p>Two
words <b>in bold</b></p></section>`,
      'en',
    );
    expect(sections.flatMap(({ parts }) => parts).map(wordsIn)).toEqual([
      [{ text: '不要\n不要', language: 'zh', strong: false }],
      [
        { text: 'Two words ', language: 'en', strong: false },
        { text: 'in bold', language: 'en', strong: true },
      ],
    ]);
  });

  it('are a PDF with a page for each person, with who is missing and when it was printed [N-04]', () => {
    const options = [pageOptions(), pageOptions(byDaniel), pageOptions({ standing: 'none' })];
    const { pages, languages, raw } = readPdf(startPdfEngine()(documentOf(options, 2)));
    expect(pages).toHaveLength(3);
    const [first = '', second = '', third = ''] = pages.map(compact);
    expect(first).toContain(compact('2 of the residents chosen are not printed here'));
    expect(second).not.toContain(compact('are not printed here'));
    expect(first).toContain(compact('No: does not want CPR'));
    expect(second).toContain(compact('Recorded by Daniel Citizen'));
    expect(third).toContain(compact('Margaret has no signed plan here.'));
    expect(third).toContain(compact('3 emergency sheets, printed 5 April 2026, 14:02. Page 3 of 3'));
    expect([...languages]).toContain('en-AU');
    expect(raw).toContain('pdfuaid');
  });

  it('keep the blanks between words of different type, and none at the ends [N-04]', () => {
    const options = pageOptions({
      answers: { ...answersOfMargaret, minimumQolList: ['Other'], other_qolList: 'My garden. '.repeat(20) },
    });
    for (const each of [options, pageOptions()])
      for (const part of sheetSections(wholeSheet(each), 'en').flatMap(({ parts }) => parts)) {
        const stretches = part.part === 'list' ? part.items : part.part === 'row' ? part.cells : [part.words];
        for (const words of stretches) {
          const text = words.map((one) => one.text).join('');
          expect(text).toBe(text.trim());
          expect(text).not.toMatch(/[:;,][A-Za-z]/);
          expect(words.filter((one) => one.text.trim() === '')).toEqual([]);
        }
      }
  });

  /** A plan with ten contacts, a need and a note of this length in characters. */
  const withTexts = (length: number) => {
    const own = 'With my family around me, in the garden, if the weather is good. ';
    const text = own.repeat(Math.ceil(length / own.length)).slice(0, length);
    const answers = {
      ...answersOfMargaret,
      minimumQolList: [...(answersOfMargaret.minimumQolList ?? []), 'Other'],
      other_qolList: text,
      treatmentsSelected_note: text,
    };
    const contacts = Array.from({ length: 10 }, (_, at) => ({ ...priya, name: `Contact ${at} of Margaret` }));
    return pageOptions({ answers, contacts });
  };

  it('shorten long sheets as on the screen when many are printed together, so that no other PDF waits for seconds [N-04] [security 34]', () => {
    const longest = withTexts(10_000);
    const { people: few } = documentOf([longest, pageOptions()]);
    expect(compact(textOf(few[0]!.sections))).not.toContain(compact('Read the whole plan'));
    const { people: many } = documentOf([...Array.from({ length: 59 }, () => longest), pageOptions()]);
    expect(compact(textOf(many[0]!.sections))).toContain(compact('Read the whole plan'));
    expect(many[59]).toEqual(few[1]);
    const letters = many.map(({ sections }) => textOf(sections).length);
    expect(letters.reduce((sum, each) => sum + each)).toBeLessThan(300_000);
  });

  it('have every word of long texts, in smaller type, and go on to a page with the name where they must [N-04] [S-77]', () => {
    const make = startPdfEngine();
    const one = readPdf(make(documentOf([withTexts(1_000), pageOptions()])));
    expect(one.pages).toHaveLength(2);
    expect(one.text).toContain(compact('Contact 9 of Margaret'));
    expect(one.text).not.toContain(compact('Read the whole plan'));
    const two = readPdf(make(documentOf([withTexts(5_000), pageOptions(byDaniel)])));
    expect(two.pages.length).toBeGreaterThan(2);
    expect(compact(two.pages[1] ?? '')).toMatch(/^MargaretCitizen/);
    expect(compact(two.pages.at(-1) ?? '')).not.toMatch(/^MargaretCitizen/);
  });
});
