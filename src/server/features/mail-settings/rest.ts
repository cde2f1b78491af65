import type { FastifyInstance } from 'fastify';
import { mailTemplateList } from '../../../domain/lists/definitions/mail-templates.ts';
import { registerListCsv } from '../../http/lists/list-csv.ts';
import { exportMailTemplates } from './operations.ts';

export function registerMailSettingsRoutes(app: FastifyInstance): void {
  registerListCsv(app, {
    list: mailTemplateList,
    operation: exportMailTemplates,
    columns: {
      mail: { title: 'settings.admin.email.csvMail', cell: (mail) => mail.original_subject },
      changed: {
        title: 'settings.admin.email.changed',
        cell: ({ changed }, t) => t(changed ? 'common.yes' : 'common.no'),
      },
      subject: { title: 'settings.admin.email.templateSubject', cell: ({ subject }) => subject },
      body: { title: 'settings.admin.email.templateBody', cell: ({ body }) => body },
    },
  });
}
