// npm run files:import -- folder: imports the files of the earlier system that folder/files.csv lists.
import { readFile } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import { importEarlierFile, type Imported } from '../../../src/server/features/earlier-files/import.ts';
import { administerWith, readCommandLine } from '../calls/administration.ts';

const usage = `Usage: npm run files:import -- <folder>
The folder has the files, and files.csv with a line for each: kind,address,path
kind is questionnaire or eol, address the e-mail address in the earlier system, path the file in the folder.`;

const counts: Record<Imported, number> = { linked: 0, unlinked: 0, known: 0, refused: 0 };

type Line = { number: number; kind: string; email: string; path: string };

/** Parses the list. A path may contain commas. */
function linesOf(text: string): Line[] {
  return text
    .split(/\r?\n/)
    .map((line, index) => {
      const [kind = '', email = '', ...path] = line.split(',');
      return { number: index + 1, kind: kind.trim(), email: email.trim(), path: path.join(',').trim() };
    })
    .filter(({ kind, number }) => kind !== '' && !(number === 1 && kind === 'kind'));
}

const folder = readCommandLine()?.words[0];
if (folder === undefined) {
  console.error(usage);
  process.exitCode = 1;
} else {
  await administerWith({}, async (services) => {
    const root = resolve(folder);
    for (const { number, kind, email, path } of linesOf(await readFile(join(root, 'files.csv'), 'utf8'))) {
      const file = resolve(root, path);
      const isKind = kind === 'questionnaire' || kind === 'eol';
      const bytes = file.startsWith(root + sep) ? await readFile(file).catch(() => null) : null;
      const result =
        isKind && bytes
          ? await importEarlierFile(services, { kind, email, name: basename(file), bytes })
          : 'refused';
      counts[result] += 1;
      if (result === 'refused')
        console.error(
          `Line ${number} was refused: see the usage, and the kinds of files in docs/operations.`,
        );
    }
    console.log(
      `${counts.linked} linked to a customer, ${counts.unlinked} without one, ${counts.known} known before, ${counts.refused} refused.`,
    );
    return counts.refused > 0 ? 1 : 0;
  });
}
