import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../../domain/errors.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { catalogue } from '../../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../../domain/i18n/translator.ts';
import { argumentsOf } from '../../../../domain/lists/query.ts';
import { readRequest } from '../../../../domain/lists/request.ts';
import { companyReport, evidencePath } from '../../../../domain/reports/report-lists.ts';
import '../../../http/request-context.ts';
import type { Context } from '../../../pipeline/context.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import { paperOf } from '../paper/paper.ts';
import { evidencePaper } from './evidence-paper.ts';
import { makeEvidence } from './operations.ts';
import { sendPdf } from '../../../http/send-pdf.ts';

/** Limits how many packs are created at the same time: one process creates all PDFs, and each pack counts its numbers again. */
const ofPerson = personLimit({ atOnce: 1, waitingAtMost: 1, inMinute: 6 });

async function makePdf(context: Context, query: unknown): Promise<Uint8Array> {
  const asked = argumentsOf(companyReport, readRequest(companyReport, query as Record<string, unknown>));
  const evidence = await makeEvidence.call(context, asked);
  const { language } = context.meta;
  const words = { language, t: translatorOf(language, catalogue[language]) };
  const { made } = evidence;
  const top = made.provider ?? made.own_provider;
  const isAlone = (asked as Record<string, unknown>)['below'] === 'without';
  const part = isAlone ? 'reports.pdf.providerOnly' : 'reports.pdf.ownBranch';
  const provider = top === null ? null : words.t(part, { provider: top });
  const { config } = context.services;
  return context.services.makePdf(
    paperOf(config, evidencePaper(evidence, words), { ...made, provider }, words),
  );
}

/** Registers GET /api/reports/evidence.pdf: the evidence of a provider for an assessor, with the filters of the reports. */
export function registerEvidence(app: FastifyInstance): void {
  app.get(evidencePath, async (request, reply) => {
    const { wattle: context } = request;
    if (context.actor.kind !== 'person') throw new AppError('unauthenticated');
    const pdf = await ofPerson(context.actor.userId, () => makePdf(context, request.query));
    return sendPdf(reply, pdf, { fileName: `evidence-${melbourneDate(context.services.clock())}.pdf` });
  });
}
