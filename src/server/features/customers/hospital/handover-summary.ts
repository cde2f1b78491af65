import { AppError } from '../../../../domain/errors.ts';
import type { UploadedForm } from '../../../../domain/fhir/records/consent.ts';
import type { SummaryKind } from '../../../../domain/fhir/summaries/summary-kinds.ts';
import { summaryBundle } from '../../../../domain/fhir/summaries/summary.ts';
import { typeOfName } from '../../../../domain/files/file-types.ts';
import type { Services } from '../../../pipeline/context.ts';
import { fhirFile, type FoundFhir } from '../../acp/api.ts';
import type { HandoverContent, PaperInForce } from './reading-operation.ts';

const formOf = ({ file, addedAt }: PaperInForce): UploadedForm => ({
  // The summary references its own Patient.
  ...{ id: file.id, patientId: '', name: file.file_name, size: file.size },
  contentType: typeOfName(file.file_name)?.contentType ?? 'application/octet-stream',
  ...{ addedAt: addedAt.toISOString(), replacedAt: null, isInUse: true },
});

const fileOf = (found: FoundFhir, pdf: Uint8Array) => {
  const bytes = Buffer.from(fhirFile(found, pdf), 'utf8');
  return { base64: bytes.toString('base64'), size: bytes.length, title: found.fileName };
};

/**
 * Makes a summary in FHIR for the software of a hospital: the signed plan, with its PDF and its document, and that there are papers.
 * @throws AppError `not-found` without a plan that was signed here; `unavailable` if the PDF cannot be made now
 */
export async function makeHandoverSummary(
  services: Services,
  { fhir, papers, house }: HandoverContent,
  kind: SummaryKind,
): Promise<string> {
  if (!fhir) throw new AppError('not-found');
  const pdf = await services.makePdf(fhir.document, { urgent: true });
  const base64 = Buffer.from(pdf).toString('base64');
  const forms = papers.toSorted((one, next) => next.addedAt.getTime() - one.addedAt.getTime());
  return JSON.stringify(
    summaryBundle(kind, {
      plan: { ...fhir.facts, pdf: { base64, size: pdf.length, title: fhir.pdfName } },
      document: fileOf(fhir, pdf),
      madeAt: services.clock().toISOString(),
      house,
      papers: forms.map((paper) => formOf(paper)),
    }),
  );
}
