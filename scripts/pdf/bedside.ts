import { translators } from '../../src/domain/i18n/translators.ts';
import type { PaperDocument } from '../../src/server/documents/invoice-document.ts';
import {
  factsDocument,
  missingPaper,
  type HandoverFacts,
} from '../../src/server/documents/handover/facts-document.ts';
import { sheetsDocument } from '../../src/server/documents/sheets/sheets-document.ts';
import {
  answersOfMargaret,
  byDaniel,
  daniel,
  pageOptions,
  priya,
} from '../../src/server/pages/emergency/emergency.fixture.ts';

const at = new Date('2026-11-28T09:14:30Z');

/** Returns our own documents of the PDF for an ambulance. */
export function ambulanceDocuments(): Record<string, PaperDocument> {
  const { view, sections } = pageOptions({ contacts: [daniel, priya] });
  const paper = { name: '医疗文件 directive.pdf', addedAt: at, problem: 'encrypted' } as const;
  const facts: HandoverFacts = {
    ...{ t: translators.en, view, sections, room: '12B', house: 'Banksia House', hasMore: true },
    papers: [paper],
    handing: { receiver: 'ambulance', receiver_other: null, handed_at: at },
  };
  return { 'ambulance-facts': factsDocument(facts), 'ambulance-missing-paper': missingPaper(facts, paper) };
}

/** Returns emergency sheets of people in different states, one of them with long texts, which goes on to a second page. */
export function emergencySheets(): Record<string, PaperDocument> {
  const own = 'With my family around me, in the garden. 和家人在一起。 '.repeat(100);
  const answers = { ...answersOfMargaret, treatmentsSelected_note: own };
  const sheets = [
    pageOptions({ contacts: [daniel, priya] }),
    pageOptions({ ...byDaniel, answers }),
    pageOptions({ standing: 'none' }),
  ];
  return {
    'emergency-sheets': sheetsDocument({ t: translators.en, sheets, missing: 1, printedAt: at }),
  };
}
