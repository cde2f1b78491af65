import type { FastifyInstance } from 'fastify';
import { registerInvoiceDownload } from '../billing/api.ts';
import { getProviderInvoiceDocument } from './operations/read-operations.ts';

/** Registers the download of a provider's invoices. */
export function registerProviderInvoiceRoutes(app: FastifyInstance): void {
  registerInvoiceDownload(app, {
    path: '/api/provider-invoices/:id',
    page: '/provider/billing',
    read: (context, input) => getProviderInvoiceDocument.call(context, input),
  });
}
