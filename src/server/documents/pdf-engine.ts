import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { charactersOf } from './runs/font-coverage.ts';
import {
  isInvoice,
  isReport,
  isSheets,
  type InvoiceDocument,
  type PaperDocument,
} from './invoice-document.ts';
import type { PlanDocument } from './plan/plan-document.ts';
import type { ReportDocument } from './report-document.ts';
import { withRowHeaders } from './row-headers.ts';
import { sheetsData } from './sheets/sheets-data.ts';
import { templateData, textsInRuns } from './template-data.ts';
import { plainText, type Coverage } from './runs/text-runs.ts';

const folder = join(import.meta.dirname, '../../../documents');

/** Number of generations for which the engine keeps reusable results, such as the parsed template. */
const keptGenerations = 4;

/**
 * Starts the typesetting engine and returns the function that makes the PDF of a plan, an invoice, a report or emergency sheets: A4,
 * tagged (PDF/UA-1), fonts embedded. The engine can read only the templates, our fonts, and its input in memory, which it discards after each document. A
 * signature that is not a readable picture is left out; the name and the dates remain. The function throws if a document cannot
 * be typeset; the message may contain text of the plan, so it must not be logged. The engine keeps some memory of each document:
 * run it in a process that can be replaced.
 */
export function startPdfEngine(): (document: PaperDocument) => Uint8Array {
  const names = readdirSync(join(folder, 'fonts')).filter((name) => /\.[ot]tf$/.test(name));
  const fonts = new Map(names.map((name) => [name, readFileSync(join(folder, 'fonts', name))]));
  const coverage = coverageOf(fonts);
  const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs: [...fonts.values()] }] });
  const set = (template: string, handed: Readonly<Record<string, Uint8Array>>): Uint8Array => {
    try {
      for (const [name, bytes] of Object.entries(handed))
        compiler.mapShadow(join(folder, name), Buffer.from(bytes));
      const { result } = compiler.compile({ mainFilePath: join(folder, template) });
      if (!result) throw new Error('The template could not be set');
      return withRowHeaders(compiler.pdf(result, { pdfStandard: 'ua-1' }));
    } finally {
      compiler.resetShadow();
      compiler.evictCache(keptGenerations);
    }
  };
  const setPlan = (document: PlanDocument) => {
    const { png } = document.signature;
    const data = jsonOf(templateData(document, coverage));
    return set('plan.typ', { 'plan.json': data, ...(png && { 'signature.png': png }) });
  };
  const setInvoice = (document: InvoiceDocument) => {
    const { language, title } = document;
    const texts = textsInRuns(document, language, coverage) as object;
    return set('invoice.typ', {
      'invoice.json': jsonOf({ ...texts, plainTitle: plainText(title, coverage) }),
    });
  };
  const setReport = (document: ReportDocument) => {
    const { language, title } = document;
    const texts = textsInRuns(document, language, coverage) as object;
    return set('report.typ', {
      'report.json': jsonOf({ ...texts, plainTitle: plainText(title, coverage) }),
    });
  };
  return (document) => {
    if (isSheets(document))
      return set('sheets.typ', { 'sheets.json': jsonOf(sheetsData(document, coverage)) });
    if (isReport(document)) return setReport(document);
    if (isInvoice(document)) return setInvoice(document);
    try {
      return setPlan(document);
    } catch (error) {
      if (!document.signature.png) throw error;
      return setPlan({ ...document, signature: { ...document.signature, png: null } });
    }
  };
}

const jsonOf = (data: object) => Buffer.from(JSON.stringify(data));

function coverageOf(fonts: ReadonlyMap<string, Buffer>): Coverage {
  const characters = (...names: string[]) => {
    const sets = names.map((name) => {
      const font = fonts.get(name);
      if (!font) throw new Error(`There is no font ${name}`);
      return charactersOf(font);
    });
    return { has: (code: number) => sets.some((set) => set.has(code)) };
  };
  return {
    latin: characters('wattle-latin-regular.ttf'),
    other: characters('wattle-other-regular.ttf'),
    chinese: characters('wattle-chinese-regular.otf', 'wattle-chinese-rare.otf'),
    script: characters('wattle-script-latin.ttf'),
    scriptChinese: characters('wattle-script-chinese.ttf'),
  };
}
