import { damagedPdfs } from './damaged.ts';
import { claimingPdfs, otherPdfs } from './golden.ts';
import { validate, validatorVersion, type PdfVerdict } from './validator.ts';

/** The steps that passed, and all problems; null if there are none. */
export type PdfReading = { steps: string[]; problem: string | null };

/** Profile that every typeset PDF of the server claims. */
const profile = 'ua1';

/** Rules that PDFs without a claim may break, by name. A PDF that is not named contains uploaded papers, and may break any rule. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // The claim itself: the text of a photograph cannot be given.
  photographs: ['5-1'],
};

/**
 * Validates a PDF of each kind with veraPDF. Those that claim PDF/UA-1 must pass all of its rules, and damaged copies must fail.
 * Those that consist of pictures or uploaded papers must claim nothing; the rules that they break are reported.
 */
export async function checkPdfs(): Promise<PdfReading> {
  const claiming = await claimingPdfs();
  const others = await otherPdfs(claiming);
  const damaged = Object.fromEntries(
    Object.entries(damagedPdfs(claiming['plan-english']!)).map(([name, pdf]) => [`damaged-${name}`, pdf]),
  );
  const verdicts = validate({ ...claiming, ...others, ...damaged });
  const steps: string[] = [];
  const problems: string[] = [];
  for (const [name, verdict] of verdicts) {
    const problem =
      name in damaged
        ? problemOfDamaged(verdict)
        : name in others
          ? problemOfOther(verdict, allowed[name])
          : problemOfClaiming(verdict);
    if (problem === null) steps.push(`${name}: ${sentenceOf(verdict)}`);
    else problems.push(`${name} ${problem}\n${verdict.broken.map((rule) => `  ${rule}`).join('\n')}`);
  }
  steps.push(`veraPDF ${validatorVersion()} checked ${verdicts.size} files against PDF/UA-1`);
  return { steps, problem: problems.length === 0 ? null : problems.join('\n') };
}

const problemOfClaiming = ({ claims, broken }: PdfVerdict): string | null => {
  if (!claims.includes(profile)) return 'does not claim PDF/UA-1';
  return broken.length === 0 ? null : 'breaks rules of PDF/UA-1:';
};

const problemOfOther = (
  { claims, broken, checks }: PdfVerdict,
  mayBreak: readonly string[] | undefined,
): string | null => {
  if (checks === 0) return 'cannot be read';
  if (claims.length > 0) return `claims ${claims.join(', ')}`;
  return mayBreak && broken.some((rule) => !mayBreak.includes(ruleOf(rule)))
    ? 'breaks more rules than it may:'
    : null;
};

const ruleOf = (broken: string): string => broken.split(' ')[0] ?? '';

const problemOfDamaged = ({ broken }: PdfVerdict): string | null =>
  broken.length > 0 ? null : 'was accepted';

function sentenceOf({ claims, broken, checks }: PdfVerdict): string {
  const claim = claims.length === 0 ? 'claims nothing' : `claims ${claims.join(', ')}`;
  const rules = broken.map(ruleOf).join(', ');
  return `${claim}; ${broken.length === 0 ? 'no rule broken' : `rules broken: ${rules}`}; ${checks} checks`;
}
