import { createHash } from 'node:crypto';
import type { Answers } from '../../../../domain/questionnaire/answers.ts';
import { pngOf } from '../../acp/api.ts';

/** Signature pictures of a copy: each is a file of its own, which every version of the plan that shows it names. */
export function signatureFiles() {
  const files = new Map<string, Buffer>();
  return {
    files: files as ReadonlyMap<string, Buffer>,
    /** The answers with the name of the file in place of the picture. */
    namedIn(answers: Answers): Answers {
      const png = pngOf(answers.signatureImage ?? '');
      if (!png) return answers;
      const name = `signature-${createHash('sha256').update(png).digest('hex').slice(0, 12)}.png`;
      files.set(name, png);
      return { ...answers, signatureImage: name };
    },
  };
}
