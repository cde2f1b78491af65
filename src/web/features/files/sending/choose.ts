import type { FieldError } from '../../../../domain/errors.ts';

/** Checks of each chosen file, and the maximum number of files. */
export type ChoosingRule = {
  maxCount: number;
  problemOf: (file: Pick<File, 'name' | 'size'>) => FieldError | undefined;
  /** Checks the content before it is sent, as far as a browser can. */
  problemOfContent: (file: File) => Promise<FieldError | undefined>;
};

type Named = Pick<File, 'name' | 'size'>;

export type Choice<Chosen, Given extends Named> = {
  /** Files kept from earlier choices. */
  kept: readonly Chosen[];
  added: readonly Given[];
  /** Rejected files, each with the reason. */
  refused: readonly { name: string; problem: FieldError }[];
  /** Names of files that were already chosen. */
  duplicates: readonly string[];
  /** Whether only the latest files are kept, because there were too many. */
  tooMany: boolean;
};

const same = (one: Named, other: Named): boolean => one.name === other.name && one.size === other.size;

/**
 * Adds files to the chosen ones: unsupported files are rejected (UPLOAD-05), a file of the same name and size is ignored
 * (UPLOAD-02), and above the limit the latest are kept (UPLOAD-07).
 */
export function choose<Chosen extends { file: Named }, Given extends Named>(
  chosen: readonly Chosen[],
  given: readonly Given[],
  { maxCount, problemOf }: Pick<ChoosingRule, 'maxCount' | 'problemOf'>,
): Choice<Chosen, Given> {
  const refused: { name: string; problem: FieldError }[] = [];
  const duplicates: string[] = [];
  const fresh: Given[] = [];
  for (const file of given) {
    const problem = problemOf(file);
    if (problem) refused.push({ name: file.name, problem });
    else if (chosen.some((before) => same(before.file, file)) || fresh.some((before) => same(before, file)))
      duplicates.push(file.name);
    else fresh.push(file);
  }
  const tooMany = chosen.length + fresh.length > maxCount;
  const added = fresh.slice(-maxCount);
  const kept = chosen.slice(Math.max(0, chosen.length + added.length - maxCount));
  return { kept, added, refused, duplicates, tooMany };
}
