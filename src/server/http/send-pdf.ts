import type { FastifyReply } from 'fastify';
import { dispositionPolicies, type Disposition } from './disposition.ts';

/**
 * Sends a PDF that no cache stores and no search engine lists: to download, or with `inline` to show in the browser. `fileName` has
 * only characters of ASCII.
 */
export const sendPdf = (
  reply: FastifyReply,
  pdf: Uint8Array,
  { fileName, disposition = 'attachment' }: { fileName: string; disposition?: Disposition },
): FastifyReply =>
  reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `${disposition}; filename="${fileName}"`,
      'content-security-policy': dispositionPolicies[disposition],
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
    .send(Buffer.from(pdf));
