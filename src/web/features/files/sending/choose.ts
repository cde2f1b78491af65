import type { FieldError } from '../../../../domain/errors.ts';

/** What is asked of each file that is chosen, and how many there may be. */
export type ChoosingRule = {
  maxCount: number;
  problemOf: (file: Pick<File, 'name' | 'size'>) => FieldError | undefined;
  /** What is wrong with what is inside, as far as a browser can tell, before it is sent. */
  problemOfContent: (file: File) => Promise<FieldError | undefined>;
};

type Named = Pick<File, 'name' | 'size'>;

export type Choice<Chosen, Given extends Named> = {
  /** What stays of the files that were chosen before. */
  kept: readonly Chosen[];
  added: readonly Given[];
  /** Files that were dropped, each with the reason. */
  refused: readonly { name: string; problem: FieldError }[];
  /** Names of files that were chosen already. */
  duplicates: readonly string[];
  /** Only the latest stay: there were more than fit. */
  tooMany: boolean;
};

const same = (one: Named, other: Named): boolean => one.name === other.name && one.size === other.size;

/**
 * Adds files to those that were chosen: what is not supported is dropped (UPLOAD-05), a file of the same name and size is ignored
 * (UPLOAD-02), and of more than fit the latest stay (UPLOAD-07).
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
