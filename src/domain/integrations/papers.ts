import { plainFileName } from '../files/file-name.ts';
import { problemsOfFile } from '../files/file-types.ts';

/**
 * A paper as the residential-care system lists it. `size` is in bytes. `changed` differs after each change of the paper, such as a time or
 * a hash; undefined in a system without it.
 */
export type ListedPaper = {
  id: string;
  name: string;
  type: string;
  size: number;
  changed?: string | undefined;
};

/** Why a paper never becomes a file: its kind is not accepted, or it is too large. */
export type PaperProblem = 'refused' | 'tooLarge';

/** Returns the name of the file of a paper. A PDF whose name has no ending gets one. */
export function paperFileName({ name, type }: Pick<ListedPaper, 'name' | 'type'>): string {
  const plain = plainFileName(name.slice(0, 1_000));
  return type === 'application/pdf' && !/\.[a-z0-9]{1,5}$/i.test(plain) ? `${plain}.pdf` : plain;
}

/** Returns why a paper cannot become a file, according to the system's metadata; null if no problem is known. */
export function problemOfPaper(paper: ListedPaper): PaperProblem | null {
  const chosen = { category: 'ACP' as const, file_name: paperFileName(paper), size: paper.size };
  const problems = problemsOfFile(chosen);
  if (problems.length === 0) return null;
  return problems.every(({ message }) => message === 'error.file_size_too_large') ? 'tooLarge' : 'refused';
}
