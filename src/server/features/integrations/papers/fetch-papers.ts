import { maxBytesOf } from '../../../../domain/files/limits.ts';
import { paperFileName, problemOfPaper, type ListedPaper } from '../../../../domain/integrations/papers.ts';
import type { Events } from '../../../../domain/events.ts';
import type { Context } from '../../../pipeline/context.ts';
import type { CareConnection, CareFailure } from '../../../ports/residential-care/port.ts';
import { checkGivenDocument } from '../../files/api.ts';
import { openConnection } from '../connection/connected.ts';
import { careFailure } from '../sending/send-plan.ts';
import { keepCarePaper, takeCarePaperAway } from './paper-operations.ts';
import * as store from './papers-store.ts';

/** Maximum number of links in memory, and of papers that are processed per resident. */
const linksAtOnce = 50;
const papersAtMost = 100;

/** Time after which a job leaves the rest to a new job, so that other jobs can run, in milliseconds. */
const usualSliceMs = 15_000;

type Fetching = { context: Context; connection: CareConnection; link: store.PaperLink };

/** Whether the system changed a paper since its file was made. Without marks of both this is unknown, and counts as unchanged. */
const isChanged = ({ changed }: ListedPaper, seen: store.SeenPaper) =>
  seen.file_id !== null && changed !== undefined && seen.change_mark !== null && seen.change_mark !== changed;

/**
 * Whether a paper is fetched: it is new, could not be fetched before, or was changed. Papers that staff refused or deleted are not fetched
 * again. A changed paper of a locked plan waits for the unlock: it could not be stored, so every later job would fetch it again.
 */
const isWanted = (paper: ListedPaper, seen: store.SeenPaper | undefined, { isLocked }: store.PaperLink) =>
  !seen ||
  (!isLocked && isChanged(paper, seen)) ||
  (seen.file_id === null && ['credentials', 'unreachable', 'unexpected'].includes(seen.failure ?? ''));

async function* oneChunk(bytes: Uint8Array) {
  yield bytes;
}

/**
 * Fetches one paper, checks it like every upload, and makes a file of it. Returns the failure of the system, if any; `undecided`
 * without a verdict of the virus scanner.
 */
async function fetchPaper(
  { context, connection, link }: Fetching,
  paper: ListedPaper,
  isReplacing: boolean,
): Promise<CareFailure | 'settled' | 'undecided'> {
  const { services } = context;
  const { db, residentialCare } = services;
  const named = { linkId: link.id, paperId: paper.id };
  // The file of a changed paper stays, and a change that cannot become a file is not fetched again.
  const record = async (failure: CareFailure | 'tooLarge') => {
    await store.recordProblem(db, named, failure, services.clock());
    if (isReplacing && paper.changed !== undefined && (failure === 'refused' || failure === 'tooLarge'))
      await store.recordMark(db, named, paper.changed, services.clock());
  };
  const problem = problemOfPaper(paper);
  if (problem) {
    await record(problem);
    return 'settled';
  }
  const earlier = isReplacing ? null : await store.findEarlierPaper(db, link, paper.id);
  if (earlier) {
    await store.recordFile(db, named, earlier, services.clock());
    return 'settled';
  }
  let bytes: Uint8Array;
  try {
    bytes = await residentialCare.readPaper(connection, link.residentId, paper.id, maxBytesOf('ACP'));
  } catch (error) {
    const failure = careFailure(error);
    await record(failure);
    return failure === 'refused' ? 'settled' : failure;
  }
  const checked = await checkGivenDocument(services, oneChunk(bytes), paperFileName(paper));
  if ('problem' in checked) {
    await record('refused');
    return 'settled';
  }
  // Without a verdict of the virus scanner, the paper is fetched again next time.
  if (checked.isChecking) return 'undecided';
  const change_mark = paper.changed ?? null;
  const input = {
    link_id: link.id,
    user_id: link.userId,
    paper_id: paper.id,
    document: checked,
    change_mark,
  };
  await keepCarePaper.call(context, input);
  services.eventsWaiting();
  return 'settled';
}

/**
 * Brings the papers of one resident up to date. Returns the failure of the system, if any; `unfinished` when the time was over and
 * another job must continue with the same resident.
 */
async function fetchPapersOf(fetching: Fetching, until: number): Promise<CareFailure | 'unfinished' | null> {
  const { context, connection, link } = fetching;
  const { db, residentialCare } = context.services;
  let listed: readonly ListedPaper[];
  try {
    listed = await residentialCare.papers(connection, link.residentId);
  } catch (error) {
    const failure = careFailure(error);
    return failure === 'refused' ? null : failure;
  }
  const seen = new Map((await store.findSeenPapers(db, link.id)).map((paper) => [paper.paper_id, paper]));
  const papers = new Map(listed.slice(0, papersAtMost).map((paper) => [paper.id, paper]));
  let outcome: Awaited<ReturnType<typeof fetchPaper>> | null = null;
  let isSettled = false;
  for (const paper of papers.values()) {
    const known = seen.get(paper.id);
    if (known && known.file_id !== null && known.change_mark === null && paper.changed !== undefined)
      await store.recordMark(
        db,
        { linkId: link.id, paperId: paper.id },
        paper.changed,
        context.services.clock(),
      );
    if (isWanted(paper, known, link)) {
      // A job that tried papers and settled none moves on, so that a missing scanner does not hold it at one resident.
      if (outcome !== null && performance.now() >= until) return isSettled ? 'unfinished' : null;
      outcome = await fetchPaper(fetching, paper, known !== undefined && known.file_id !== null);
      if (outcome !== 'settled' && outcome !== 'undecided') return outcome;
      isSettled ||= outcome === 'settled';
    }
  }
  const ids = new Set(listed.map(({ id }) => id));
  for (const { paper_id, file_id } of seen.values())
    if (file_id !== null && !ids.has(paper_id))
      await takeCarePaperAway.call(context, { link_id: link.id, user_id: link.userId, paper_id });
  await store.removeUnlistedProblems(db, link.id, [...ids]);
  context.services.eventsWaiting();
  return null;
}

/**
 * Fetches the papers of the linked residents of a connection for some seconds (D-51), and leaves the rest to another job. Running
 * it again does no harm. Stops when the system does not answer; the next sync or nightly job continues.
 * @throws AppError `unavailable` while the object store or the virus scanner is unavailable
 */
export async function fetchPapers(
  context: Context,
  { integrationId, after }: { integrationId: string; after: string | null },
  sliceMs = usualSliceMs,
): Promise<void> {
  const { services } = context;
  const connection = await openConnection(services, integrationId);
  if (!connection) return;
  const until = performance.now() + sliceMs;
  let last = after;
  for (;;) {
    const links = await store.findPaperLinks(services.db, integrationId, last, linksAtOnce);
    if (links.length === 0) return;
    for (const link of links) {
      if (performance.now() >= until) return leave(context, integrationId, last);
      const failure = await fetchPapersOf({ context, connection, link }, until);
      if (failure === 'unfinished') return leave(context, integrationId, last);
      if (failure !== null && (await isAway(context, connection))) return;
      last = link.id;
    }
  }
}

/** Whether the system does not answer at all; otherwise only this resident's papers cannot be read. */
const isAway = ({ services }: Context, connection: CareConnection): Promise<boolean> =>
  services.residentialCare.check(connection).then(
    () => false,
    (error: unknown) => careFailure(error) !== null,
  );

async function leave({ services }: Context, integrationId: string, after: string | null): Promise<void> {
  const payload: Events['care-papers.due'] = {
    integration_id: integrationId,
    ...(after !== null && { after }),
  };
  await services.db
    .insertInto('outbox')
    .values({ type: 'care-papers.due', payload: JSON.stringify(payload) })
    .execute();
  services.eventsWaiting();
}
