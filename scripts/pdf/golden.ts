import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { planDocument } from '../../src/server/documents/plan/plan-document.ts';
import {
  bilingualPlan,
  drawnSignature,
  fullAnswers,
  planFacts,
} from '../../src/server/documents/plan/plan-document.fixture.ts';
import { startPdfEngine } from '../../src/server/documents/pdf-engine.ts';
import type { PaperDocument } from '../../src/server/documents/invoice-document.ts';
import { mergeHandover } from '../../src/server/documents/handover/merger.ts';
import { makePagesPdf } from '../../src/server/documents/photographs/make-pages-pdf.ts';
import { ambulanceDocuments, emergencySheets } from './bedside.ts';
import { invoices, reports } from './papers.ts';

const hostile = '#read("/etc/passwd") <script>alert(1)</script> سلام 😀 \u202Eabc Nguyễn 陳 Ωμέγα';

const onBehalf = {
  kind: 'onBehalf',
  person: 'Margaret Citizen',
  firstName: 'Margaret',
  recorder: 'Daniel Citizen',
  relation: 'child',
} as const;

async function plans(): Promise<Record<string, PaperDocument>> {
  const png = await drawnSignature();
  const replaced = { by: 4, on: '2026-05-06' } as const;
  const drawn = { png, name: 'Margaret Citizen' };
  const english = (changes: Parameters<typeof planFacts>[1]) => planDocument(planFacts('en', changes));
  return {
    'plan-english': english({ signature: drawn }),
    'plan-chinese': bilingualPlan({ signature: { png, name: '陈美玲' } }),
    'plan-chinese-asked-in-english': bilingualPlan({}, 'en'),
    'plan-on-behalf': english({ voice: onBehalf }),
    'plan-on-behalf-chinese': bilingualPlan({ voice: { ...onBehalf, person: '陈美玲', firstName: '美玲' } }),
    'plan-replaced': english({ replaced }),
    'plan-of-another-record': english({ ofOtherRecord: true }),
    'plan-typed-signature': english({
      signature: { png, typedName: 'Nguyễn Thị Ánh 陈 Фёдор', name: 'Anna' },
    }),
    'plan-without-contacts': english({ contacts: [], signature: { png: null, name: '' } }),
    'plan-of-many-pages': english({
      answers: { ...fullAnswers('en'), explanations: 'The quick brown fox. '.repeat(1_000) },
    }),
    'plan-hostile': english({
      answers: { ...fullAnswers('en'), lastName: hostile, explanations: hostile, cannotHear_note: hostile },
      contacts: [{ name: hostile, relationship: hostile, phone: hostile, substitute: true, pending: true }],
      careProvider: hostile,
      signature: { png: null, typedName: hostile, name: hostile },
    }),
  };
}

/** Returns a PDF of each kind that claims PDF/UA-1, by name. */
export async function claimingPdfs(): Promise<Record<string, Uint8Array>> {
  const engine = startPdfEngine();
  const documents = {
    ...(await plans()),
    ...invoices(),
    ...reports(),
    ...ambulanceDocuments(),
    ...emergencySheets(),
  };
  return Object.fromEntries(Object.entries(documents).map(([name, each]) => [name, engine(each)]));
}

const photograph = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#e0d8c8' } })
    .jpeg()
    .toBuffer();

/** Returns PDFs without a claim, by name: they consist of pictures, or of uploaded papers. */
export async function otherPdfs(
  ours: Readonly<Record<string, Uint8Array>>,
): Promise<Record<string, Uint8Array>> {
  const pages = [await photograph(800, 1_100), await photograph(1_100, 800)].map(
    (each) => new Uint8Array(each),
  );
  const foreign = await PDFDocument.create();
  foreign.addPage().drawText('A directive from a hospital');
  const papers = [
    { kind: 'pdf' as const, bytes: await foreign.save() },
    { kind: 'jpeg' as const, bytes: pages[0]! },
  ];
  const front = [ours['ambulance-facts']!, ours['plan-english']!];
  return {
    photographs: await makePagesPdf({
      pages,
      title: 'Advance care directive & <page> 预先护理',
      language: 'en',
    }),
    'ambulance-merged': await mergeHandover(papers, () => Promise.resolve({ front, instead: new Map() })),
  };
}
