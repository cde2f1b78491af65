import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { CareResident } from '../port.ts';

/** Ways in which a test makes the simulated system fail. `changed-names` renames the fields of its responses. */
export type Fault =
  | 'slow'
  | 'lost'
  | 'redirect'
  | 'error'
  | 'unauthorised'
  | 'half-page'
  | 'changed-names'
  | 'resident-twice'
  | 'endless-pages';

export type Answer = { status: number; type: string; body: string | Uint8Array };

type SentDocument = { version: number; date: string; pdf: Buffer; withdrawn: boolean; times: number };
export type Paper = { id: string; name: string; type: string; content: Uint8Array; changed?: string };

/** Number of sent documents that it keeps: the newest, so that its memory does not grow. */
const documentsKept = 200;

/** What the simulated system holds. */
export type Stored = {
  credentials: { userName: string; secret: string };
  pageSize: number;
  residents: Map<string, readonly CareResident[]>;
  documents: Map<string, SentDocument>;
  papers: Map<string, readonly Paper[]>;
  refused: Set<string>;
};

type Asked = { request: IncomingMessage; url: URL; body: Buffer; fault: Fault | null };

const json = (body: unknown, status = 200): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});
const failed = (status: number) => json({ error: status }, status);

function isAllowed(request: IncomingMessage, { userName, secret }: Stored['credentials']): boolean {
  const expected = Buffer.from(`Basic ${Buffer.from(`${userName}:${secret}`).toString('base64')}`);
  const given = Buffer.from(request.headers.authorization ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const resident = ({ id, firstName, lastName, birthDate, medicareNumber }: CareResident) => ({
  id,
  first_name: firstName,
  last_name: lastName,
  birth_date: birthDate,
  medicare_number: medicareNumber,
  status: 'active',
});

const renamed = ({ id, firstName, lastName, birthDate }: CareResident) => ({
  id,
  given_names: firstName,
  family_name: lastName,
  date_of_birth: birthDate,
});

function pageOf({ residents, pageSize }: Stored, code: string, { url, fault }: Asked): Answer {
  const all = residents.get(code) ?? [];
  const from = Number(url.searchParams.get('cursor') ?? '0');
  const page = all.slice(from, from + pageSize);
  const next = from + pageSize < all.length ? String(from + pageSize) : null;
  if (fault === 'changed-names') return json({ residents: page.map(renamed), next });
  const listed = page.map(resident);
  // A resident who moved while the pages were read is on two of them.
  if (fault === 'resident-twice' && listed[0]) listed.push({ ...listed[0], first_name: 'Another' });
  return json({ residents: listed, next: fault === 'endless-pages' ? String(from + 1) : next });
}

function receive(stored: Stored, place: { residentId: string; documentId: string }, asked: Asked): Answer {
  const { request, body } = asked;
  if (stored.refused.has(place.residentId)) return failed(422);
  if (request.headers['content-type'] !== 'application/pdf') return failed(415);
  const { documents } = stored;
  const key = `${place.residentId}/${place.documentId}`;
  const times = (documents.get(key)?.times ?? 0) + 1;
  documents.delete(key);
  documents.set(key, {
    version: Number(request.headers['x-document-version']),
    date: String(request.headers['x-document-date']),
    pdf: body,
    ...{ withdrawn: false, times },
  });
  if (documents.size > documentsKept) documents.delete(documents.keys().next().value!);
  return json({ stored: true }, 201);
}

function withdraw({ documents }: Stored, residentId: string, documentId: string): Answer {
  const document = documents.get(`${residentId}/${documentId}`);
  if (document) document.withdrawn = true;
  return json({ withdrawn: true });
}

function papersOf({ papers }: Stored, residentId: string, paperId: string | undefined): Answer {
  const all = papers.get(residentId) ?? [];
  if (paperId === undefined)
    return json({
      papers: all.map(({ content, ...paper }) => ({ ...paper, size: content.length })),
    });
  const found = all.find(({ id }) => id === paperId);
  return found ? { status: 200, type: found.type, body: found.content } : failed(404);
}

/** Answers a call like the interface of eCase. */
export function answerOf(stored: Stored, asked: Asked): Answer {
  const { request, url, fault } = asked;
  if (fault === 'error') return { status: 500, type: 'text/html', body: '<h1>Internal error</h1>' };
  if (fault === 'unauthorised' || !isAllowed(request, stored.credentials)) return failed(401);
  const method = request.method ?? 'GET';
  const [kind, id = '', part, partId, action] = url.pathname.slice(1).split('/').map(decodeURIComponent);
  if (kind === 'facilities' && method === 'GET') {
    if (!stored.residents.has(id)) return failed(404);
    return part === 'residents' ? pageOf(stored, id, asked) : json({ code: id });
  }
  if (kind !== 'residents') return failed(404);
  if (part === 'documents' && partId !== undefined) {
    if (method === 'PUT') return receive(stored, { residentId: id, documentId: partId }, asked);
    if (method === 'POST' && action === 'withdrawal') return withdraw(stored, id, partId);
  }
  return part === 'papers' && method === 'GET' ? papersOf(stored, id, partId) : failed(404);
}
