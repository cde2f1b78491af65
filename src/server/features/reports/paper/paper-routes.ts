import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../../domain/errors.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { catalogue } from '../../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../../domain/i18n/translator.ts';
import {
  auditReport,
  companyReport,
  completionsReport,
  conversationsReport,
  customersReport,
  subscriptionsReport,
} from '../../../../domain/reports/report-lists.ts';
import type { ListDefinition } from '../../../../domain/lists/list.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import { argumentsOf } from '../../../../domain/lists/query.ts';
import { readRequest } from '../../../../domain/lists/request.ts';
import '../../../http/request-context.ts';
import type { Context } from '../../../pipeline/context.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import type { Operation } from '../../../pipeline/operation.ts';
import { getAuditReport } from '../audit/operations.ts';
import { getCompanyReport } from '../company/operations.ts';
import { getCompletionsReport } from '../completions/operations.ts';
import { getConversationsReport } from '../conversations/operations.ts';
import { getCustomersReport } from '../customers/operations.ts';
import { getSubscriptionsReport } from '../subscriptions/operations.ts';
import { conversationsPaper } from '../conversations/conversations-paper.ts';
import { completionsPaper, companyPaper } from './number-papers.ts';
import { paperOf, rowsOnPaper, type Content, type Words } from './paper.ts';
import { printedReports, printReport } from './print-operation.ts';
import { auditPaper, customersPaper, subscriptionsPaper } from './row-papers.ts';
import { sendPdf } from '../../../http/send-pdf.ts';

/** One process creates all PDFs, so one person must not fill its queue. */
const ofPerson = personLimit({ atOnce: 1, waitingAtMost: 1, inMinute: 10 });

type Report = Page<unknown>;

type Paper<Of extends Report> = {
  list: ListDefinition;
  name: (typeof printedReports)[number];
  operation: Operation<Of>;
  content: (report: Of, words: Words, context: Context, asked: Readonly<Record<string, unknown>>) => Content;
};

/** Reads the first rows of a report with its numbers, by the report's own operation and access. */
async function readRows<Of extends Report>(
  context: Context,
  { list, operation }: Paper<Of>,
  asked: Readonly<Record<string, unknown>>,
): Promise<Of> {
  const first = await operation.call(context, { ...asked, offset: 0, limit: list.largestPage });
  const data = [...first.data];
  while (data.length < rowsOnPaper && data.length % list.largestPage === 0 && data.length > 0) {
    const next = await operation.call(context, { ...asked, offset: data.length, limit: list.largestPage });
    if (next.data.length === 0) break;
    data.push(...next.data);
  }
  return { ...first, data: data.slice(0, rowsOnPaper) };
}

/** Registers GET /api/reports/{name}.pdf: a report on paper, with the filters of its page. */
function registerPaper<Of extends Report>(app: FastifyInstance, paper: Paper<Of>): void {
  const { list, name, content } = paper;
  app.get<{ Querystring: Record<string, unknown> }>(
    `/api/reports/${list.name}.pdf`,
    async (request, reply) => {
      const { wattle: context } = request;
      if (context.actor.kind !== 'person') throw new AppError('unauthenticated');
      const pdf = await ofPerson(context.actor.userId, async () => {
        const asked = argumentsOf(list, readRequest(list, request.query)) as Record<string, unknown>;
        const report = await readRows(context, paper, asked);
        const { provider_id, period_from, period_to, user_id, actor_id, event } = asked;
        const made = await printReport.call(context, {
          ...{ report: name, provider_id, period_from, period_to, user_id, actor_id, event },
        });
        const { language } = context.meta;
        const words = { language, t: translatorOf(language, catalogue[language]) };
        const text = content(report, words, context, asked);
        if (report.data.length === rowsOnPaper)
          text.notes.push(words.t('reports.pdf.capped', { count: rowsOnPaper }));
        text.notes.push(words.t('reports.noHealth'));
        const top = made.provider ?? made.own_provider;
        const part = asked['below'] === 'without' ? 'reports.pdf.providerOnly' : 'reports.pdf.ownBranch';
        const provider = top === null ? null : words.t(part, { provider: top });
        return context.services.makePdf(paperOf(context.services.config, text, { ...made, provider }, words));
      });
      return sendPdf(reply, pdf, {
        fileName: `${list.name}-${melbourneDate(context.services.clock())}.pdf`,
      });
    },
  );
}

/** Registers the papers of all reports. */
export function registerReportPapers(app: FastifyInstance): void {
  registerPaper(app, {
    ...{ list: companyReport, name: 'company', operation: getCompanyReport },
    content: companyPaper,
  });
  registerPaper(app, {
    ...{ list: completionsReport, name: 'completions', operation: getCompletionsReport },
    content: completionsPaper,
  });
  registerPaper(app, {
    ...{ list: conversationsReport, name: 'conversations', operation: getConversationsReport },
    content: conversationsPaper,
  });
  registerPaper(app, {
    ...{ list: customersReport, name: 'customers', operation: getCustomersReport },
    content: customersPaper,
  });
  registerPaper(app, {
    ...{ list: subscriptionsReport, name: 'subscriptions', operation: getSubscriptionsReport },
    content: (report, words, { services }) =>
      subscriptionsPaper(report, services.config.payments.tax.gstRegistered, words),
  });
  registerPaper(app, {
    ...{ list: auditReport, name: 'audit', operation: getAuditReport },
    content: (report, words, { services }, asked) =>
      auditPaper(report, asked, services.config.help.phone, words),
  });
}
