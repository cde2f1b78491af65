import { describe, expect, it } from 'vitest';
import { translators } from '../../../domain/i18n/translators.ts';
import { answersOfMargaret, daniel, pageOptions, priya } from '../../pages/emergency/emergency.fixture.ts';
import { startPdfEngine } from '../pdf-engine.ts';
import { compact, readPdf } from '../pdf-reader.fixture.ts';
import { factsDocument, missingPaper, type HandoverFacts, type PaperOutcome } from './facts-document.ts';

/** 28 November 2026, 20:14 in Melbourne. */
const at = new Date('2026-11-28T09:14:30Z');

const factsOf = (
  change: Parameters<typeof pageOptions>[0] = {},
  more: Partial<HandoverFacts> = {},
): HandoverFacts => {
  const { view, sections } = pageOptions(change);
  return {
    ...{ t: translators.en, view, sections, room: '12B', house: 'Banksia House', papers: [], hasMore: false },
    handing: { receiver: 'ambulance', receiver_other: null, handed_at: at },
    ...more,
  };
};

const paper = (name: string, problem: PaperOutcome['problem'] = null): PaperOutcome => ({
  ...{ name, problem },
  addedAt: at,
});

const rowsOf = (facts: HandoverFacts) => factsDocument(facts).tables.flatMap(({ rows }) => rows);

describe('the first page of the PDF for an ambulance', () => {
  it('has who, to whom it was handed, CPR first, refusals, whom to call, and what the file contains [N-14]', () => {
    const facts = factsOf({ contacts: [daniel, priya] }, { papers: [paper('directive.pdf')] });
    const page = factsDocument(facts);
    expect(page.title).toBe('Emergency facts: Margaret Citizen');
    expect(page.facts.map(({ value }) => value)).toEqual([
      '04/05/1948, age 77',
      '12B',
      '28 November 2026 at 20:14, to an ambulance',
    ]);
    expect(page.sentence).toMatch(/^CPR: If heart or breathing stops: Only if these are expected/);
    expect(page.sentence).toContain('No: does not want CPR');
    const rows = rowsOf(facts);
    expect(rows[0]).toEqual(['Would not want', expect.stringMatching(/breathing machine/i)]);
    expect(rows).toContainEqual(['Substitute decision maker', 'Daniel Citizen, Son: 0491 570 156']);
    expect(rows).toContainEqual(['Paper', 'directive.pdf, added 28 November 2026']);
    expect(page.notes[0]).toBe('If Margaret can answer, ask Margaret first.');
  });

  it('says that a directive was set aside, and nothing of it otherwise [UPLOAD-22]', () => {
    const { view } = factsOf();
    const words =
      'A directive was set aside on 30 November 2026: staff said that it is about another person. It is not shown.';
    expect(factsDocument(factsOf()).notes).not.toContain(words);
    const aside = factsOf({}, { view: { ...view, paperSetAside: '2026-11-30' } });
    expect(factsDocument(aside).notes).toContain(words);
  });

  it('says first that there is no signed plan, and has no answer of a draft [N-14, D-61]', () => {
    const account = { first_name: 'Lin Mei', last_name: 'Chen', dob: '1943-05-14' };
    const facts = factsOf({ standing: 'none', account, contacts: [] });
    const page = factsDocument(facts);
    expect(page.sentence).toBe('Lin Mei has no signed plan here.');
    expect(rowsOf(facts)).toContainEqual(['Plan', 'No signed plan']);
    expect(JSON.stringify(page)).not.toMatch(/CPR|Would not want|breathing/);
  });

  it('says first to read a directive that is all there is, and names one beside a signed plan with its day [UPLOAD-20] [UPLOAD-21]', () => {
    const account = { first_name: 'Lin Mei', last_name: 'Chen', dob: '1943-05-14' };
    const files = [
      { id: 'a', file_name: 'Directive.pdf', is_eol: false, activated_timestamp: at.toISOString() },
    ];
    const alone = factsDocument(factsOf({ standing: 'directive', account, files, contacts: [] }));
    expect(alone.sentence).toBe('No answers were written here. Read the directive that Lin Mei added.');
    expect(JSON.stringify(alone)).not.toMatch(/CPR|Would not want|breathing/);
    expect(factsDocument(factsOf({ files })).notes[0]).toBe(
      'A directive too, added on 28 November 2026, after this plan of 12 March 2026: Directive.pdf. Read both.',
    );
  });

  it('names a paper that is not in the file, and the page in its place says why and where it is [N-14]', () => {
    const missing = paper('预先护理指示.pdf', 'encrypted');
    const facts = factsOf({ carePhone: '(03) 5550 0100' }, { papers: [missing], hasMore: true });
    const rows = rowsOf(facts).map(([, content]) => content);
    expect(rows).toContain(
      '预先护理指示.pdf, added 28 November 2026: not in this file. A page says where it is.',
    );
    expect(rows).toContain('There are more papers. Banksia House has them.');
    const page = missingPaper(facts, missing);
    expect(page.title).toContain('预先护理指示.pdf');
    expect(page.sentence).toBe('This paper is not in this file: it is protected with a password.');
    expect(page.notes.join(' ')).toContain('Banksia House');
    expect(page.notes.join(' ')).toContain('(03) 5550 0100');
  });

  it('is set in English, with Chinese words of the person as they are [N-14]', () => {
    const answers = { ...answersOfMargaret, treatmentsSelected_note: '我不想插管。' };
    const facts = factsOf(
      { answers },
      { handing: { receiver: 'other', receiver_other: 'Patient transport', handed_at: at } },
    );
    const { text, pages, languages } = readPdf(startPdfEngine()(factsDocument(facts)));
    expect(pages).toHaveLength(1);
    expect(languages).toContain('en-AU');
    expect(text).toContain(compact('to Patient transport'));
    expect(text).toContain('我不想插管。');
  });
});
