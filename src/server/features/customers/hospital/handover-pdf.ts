import { catalogue } from '../../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../../domain/i18n/translator.ts';
import { headBytes, kindOfContent } from '../../../../domain/files/content.ts';
import {
  factsDocument,
  missingPaper,
  type HandoverFacts,
} from '../../../documents/handover/facts-document.ts';
import type { MergeProblem, ReadPaper } from '../../../documents/handover/merge.ts';
import { mergeHandover, type Front } from '../../../documents/handover/merger.ts';
import { pictureForPage } from '../../../images/reencode.ts';
import type { Services } from '../../../pipeline/context.ts';
import { concurrencyLimit } from '../../../pipeline/limits/concurrency-limit.ts';
import { readContent, type ReadableFile } from '../../files/api.ts';
import type { HandoverContent, PaperInForce } from './reading-operation.ts';
import { papersAtMost } from './store.ts';

const t = translatorOf('en', catalogue.en);

/** Maximum size of one paper, and of all papers of a PDF, in bytes. */
const paperBytesAtMost = 25_000_000;
const allBytesAtMost = 60_000_000;

/** Each PDF holds its papers in memory, so that only two are made at once in this process. */
const limited = concurrencyLimit({ atOnce: 2, waitingAtMost: 20 });

/**
 * Makes the PDF for an ambulance: first page, plan, papers. A paper that cannot be merged gets a page in its place.
 * @throws AppError `unavailable` if too many wait, or if the PDF cannot be made now
 */
export const makeHandoverPdf = (services: Services, content: HandoverContent): Promise<Uint8Array> =>
  limited(async () => {
    const papers = content.papers.slice(0, papersAtMost);
    const read = await readPapers(services, papers);
    return mergeHandover(read, async (problems) => documentsOf(services, content, papers, problems));
  });

async function readPapers(services: Services, papers: readonly PaperInForce[]): Promise<ReadPaper[]> {
  const read: ReadPaper[] = [];
  let room = allBytesAtMost;
  for (const { file } of papers) {
    const fits = file.size <= Math.min(paperBytesAtMost, room);
    const paper: ReadPaper = fits
      ? await readPaper(services, file).catch(() => ({ problem: 'unreadable' }) as const)
      : { problem: 'tooLarge' };
    if ('bytes' in paper) room -= paper.bytes.length;
    read.push(paper);
  }
  return read;
}

/** Reads a paper: a PDF as it is, a picture as a JPEG. */
async function readPaper(services: Services, { content }: ReadableFile): Promise<ReadPaper> {
  const chunks: Buffer[] = [];
  for await (const chunk of readContent(services, content)) chunks.push(Buffer.from(chunk));
  const bytes = Buffer.concat(chunks);
  const kind = kindOfContent(bytes.subarray(0, headBytes));
  if (kind === 'pdf') return { kind, bytes };
  if (kind === undefined) return { problem: 'damaged' };
  if (kind !== 'jpeg' && kind !== 'png') return { problem: 'kind' };
  const picture = await pictureForPage(bytes, `image/${kind}`);
  return picture ? { kind: 'jpeg', bytes: picture } : { problem: 'damaged' };
}

/** Makes the documents of the PDF besides its papers. */
async function documentsOf(
  { makePdf }: Services,
  content: HandoverContent,
  listed: readonly PaperInForce[],
  problems: readonly (MergeProblem | null)[],
): Promise<Front> {
  const papers = listed.map(({ file, addedAt }, index) => ({
    ...{ name: file.file_name, addedAt },
    problem: problems[index] ?? null,
  }));
  const facts: HandoverFacts = { ...content, t, papers, hasMore: content.papers.length > listed.length };
  const urgent = { urgent: true };
  const front = [await makePdf(factsDocument(facts), urgent)];
  if (content.plan) front.push(await makePdf(content.plan, urgent));
  const instead = new Map<number, Uint8Array>();
  for (const [index, paper] of papers.entries())
    if (paper.problem !== null) instead.set(index, await makePdf(missingPaper(facts, paper), urgent));
  return { front, instead };
}
