import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../domain/errors.ts';
import '../../http/request-context.ts';
import { personLimit } from '../../pipeline/limits/person-limit.ts';
import { downloadEolFile, readFile, type ReadableFile } from './sending/link-operations.ts';
import { isReadable, openedCookie, openedValue, readLink, readingSeconds } from './sending/link.ts';
import { receivePart } from './uploads/receive-part.ts';
import { readPhotograph } from './photographs/operations.ts';
import { previewOf } from './photographs/preview.ts';
import { dispositionPolicies, type Disposition } from '../../http/disposition.ts';
import { sendFile } from './sending/send-file.ts';
import { openUpload } from './uploads/upload-operations.ts';

/** Limit on the downloads of one person: a browser requests a video in several ranges concurrently. */
const ofPerson = personLimit({ atOnce: 6, waitingAtMost: 30, inMinute: 600 });

/** Limit on the previews of one person: each decodes a photograph. */
const previewsOfPerson = personLimit({ atOnce: 2, waitingAtMost: 40, inMinute: 200 });

type PartRoute = { Params: { id: string; page?: string; part: string } };

const linkExpired = () =>
  new AppError('not-found', { fields: [{ field: 'file', message: 'error.file.linkExpired' }] });

function personOf({ wattle: { actor } }: FastifyRequest): string {
  if (actor.kind === 'person') return actor.userId;
  throw new AppError('unauthenticated', { fields: [{ field: 'file', message: 'error.file.signIn' }] });
}

/** Sends a file to the person of a session, while the session is valid and the person may read the file. */
function sendToPerson(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ReadableFile,
  disposition: Disposition,
): Promise<FastifyReply> {
  const stillAllowed = async () => {
    const context = await request.wattle.renew?.();
    if (!context) return false;
    return readFile.call(context, { id: file.id }).then(
      () => true,
      () => false,
    );
  };
  return sendFile(request, reply, request.wattle.services, file, { disposition, stillAllowed });
}

const numberIn = (text: string): number => {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new AppError('not-found');
  return Number(text);
};

/** Receives a part of a file, or of a photograph of one. */
async function receive(request: FastifyRequest<PartRoute>, reply: FastifyReply): Promise<FastifyReply> {
  const { id, page } = request.params;
  const part = numberIn(request.params.part);
  const file = await openUpload.call(request.wattle, {
    id,
    ...(page !== undefined && { page: numberIn(page) }),
  });
  const { services, meta } = request.wattle;
  const body = request.body as AsyncIterable<Uint8Array>;
  await receivePart(services, { file, part, address: meta.address, body });
  return reply.send({ ok: true, part });
}

/** Sends a photograph of an unfinished document, drawn for the screen. */
async function sendPreview(
  request: FastifyRequest<{ Params: { id: string; page: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id, page } = request.params;
  const content = await readPhotograph.call(request.wattle, { id, page: numberIn(page) });
  const { services } = request.wattle;
  const picture = await previewsOfPerson(personOf(request), () => previewOf(services, content));
  return reply
    .headers({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="page"',
      'content-security-policy': dispositionPolicies.attachment,
      'x-content-type-options': 'nosniff',
    })
    .send(picture);
}

/** Registers the routes for the parts of uploads, sent as bytes, and for downloads by links that are valid for a minute. */
export function registerFileRoutes(app: FastifyInstance): void {
  void app.register(async (parts) => {
    // The bytes stay in the stream: they are sealed and stored as they arrive.
    parts.addContentTypeParser('application/octet-stream', (_, body, done) => done(null, body));
    parts.put<PartRoute>('/api/files/:id/parts/:part', receive);
    parts.put<PartRoute>('/api/files/:id/pages/:page/parts/:part', receive);
  });

  app.get<{ Params: { id: string; page: string } }>('/api/files/:id/pages/:page', sendPreview);

  app.get<{ Params: { token: string } }>('/api/file-download/:token', async (request, reply) => {
    const userId = personOf(request);
    const { services, meta } = request.wattle;
    const { token } = request.params;
    const link = readLink(services.secrets, token, userId);
    if (!link || link.sessionId !== meta.sessionId) throw linkExpired();
    const now = services.clock();
    if (!isReadable(services.secrets, token, link, request.cookies[openedCookie], now)) throw linkExpired();
    return ofPerson(userId, async () => {
      const file = await readFile.call(request.wattle, { id: link.fileId });
      void reply.setCookie(openedCookie, openedValue(services.secrets, token), {
        path: `/api/file-download/${token}`,
        httpOnly: true,
        sameSite: 'strict',
        secure: services.config.publicUrl.startsWith('https://'),
        maxAge: readingSeconds,
      });
      return sendToPerson(request, reply, file, link.disposition);
    });
  });

  app.get<{ Querystring: { fileKey?: string; id?: string } }>(
    '/api/file-download/eol',
    async (request, reply) => {
      const userId = personOf(request);
      const { fileKey = '', id = '' } = request.query;
      const { actor } = request.wattle;
      // Staff read a customer's files at another address, where each download is recorded and the customer is notified.
      if (actor.kind === 'person' && actor.role !== 'user')
        return reply.redirect(
          `/api/customers/${encodeURIComponent(id)}/files/${encodeURIComponent(fileKey)}`,
          303,
        );
      return ofPerson(userId, async () => {
        const file = await downloadEolFile.call(request.wattle, { user_id: id, file_key: fileKey });
        return sendToPerson(request, reply, file, 'attachment');
      });
    },
  );
}
