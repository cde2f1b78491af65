import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { charactersOf } from './font-coverage.ts';
import type { PlanDocument } from './plan-document.ts';
import { templateData } from './template-data.ts';
import type { Coverage } from './text-runs.ts';

const folder = join(import.meta.dirname, '../../../documents');

/** Generations for which the engine keeps results it may use again, such as the parsed template. */
const keptGenerations = 4;

/**
 * Starts the typesetting engine and returns the function that sets a plan as a PDF: A4, tagged (PDF/UA-1),
 * fonts inside. The engine sees the template, our fonts, and what it is handed in memory, and forgets the
 * latter after each document. A signature that is not a readable picture is left out: the name and the dates
 * then stand alone. The function throws when a document cannot be set; the message may quote the plan, so it
 * must not be logged. Some memory of each document stays with the engine: run it in a process that can be
 * replaced.
 */
export function startPlanEngine(): (document: PlanDocument) => Uint8Array {
  const names = readdirSync(join(folder, 'fonts')).filter((name) => /\.[ot]tf$/.test(name));
  const fonts = new Map(names.map((name) => [name, readFileSync(join(folder, 'fonts', name))]));
  const coverage = coverageOf(fonts);
  const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs: [...fonts.values()] }] });
  const set = (document: PlanDocument): Uint8Array => {
    try {
      const { png } = document.signature;
      compiler.mapShadow(
        join(folder, 'plan.json'),
        Buffer.from(JSON.stringify(templateData(document, coverage))),
      );
      if (png) compiler.mapShadow(join(folder, 'signature.png'), Buffer.from(png));
      const { result } = compiler.compile({ mainFilePath: join(folder, 'plan.typ') });
      if (!result) throw new Error('The template could not be set');
      return compiler.pdf(result, { pdfStandard: 'ua-1' });
    } finally {
      compiler.resetShadow();
      compiler.evictCache(keptGenerations);
    }
  };
  return (document) => {
    try {
      return set(document);
    } catch (error) {
      if (!document.signature.png) throw error;
      return set({ ...document, signature: { ...document.signature, png: null } });
    }
  };
}

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
  };
}
