import type { PlainTextKey, Translate } from '../../i18n/texts.ts';
import type { ConsentDocument } from './consents.ts';

/** Numbers of paragraphs of each text: in its summary, and in each of its sections. */
const shapes: Readonly<Record<ConsentDocument, { short: number; sections: readonly number[] }>> = {
  eusa: { short: 7, sections: [2, 2, 5, 2, 2, 3, 4, 2, 1, 2, 5, 3, 1, 2, 1, 1, 2] },
  privacy: { short: 6, sections: [2, 5, 2, 3, 1, 7, 1, 2, 2, 2, 6, 1, 1, 2, 1] },
};

export type ConsentSection = { title: PlainTextKey; paragraphs: readonly PlainTextKey[] };

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Returns the parts of a text in the order in which they are shown, as text keys of `consent-service` or `consent-privacy`. */
export function consentParts(document: ConsentDocument): {
  title: PlainTextKey;
  short: ConsentSection;
  sections: readonly ConsentSection[];
  end: PlainTextKey;
} {
  const { short, sections } = shapes[document];
  const part = (name: string, count: number): ConsentSection => ({
    title: `consent.${document}.${name}.title` as PlainTextKey,
    paragraphs: numbers(count).map((number) => `consent.${document}.${name}.p${number}` as PlainTextKey),
  });
  return {
    title: `consent.${document}.title`,
    short: part('short', short),
    sections: sections.map((count, index) => part(`s${index + 1}`, count)),
    end: `consent.${document}.end`,
  };
}

/** Whether a paragraph is shown: the one about the full privacy policy is left out if there is no address. */
export const isShown = (paragraph: PlainTextKey, privacyPolicyUrl: string): boolean =>
  paragraph !== 'consent.privacy.s14.p2' || privacyPolicyUrl !== '';

/** Returns all words of a text that a person reads, paragraph by paragraph. `t` must know the operator's values. */
export function consentWords(document: ConsentDocument, t: Translate, privacyPolicyUrl: string): string[] {
  const { title, short, sections, end } = consentParts(document);
  const paragraphs = [short, ...sections].flatMap((part) => [
    part.title,
    ...part.paragraphs.filter((key) => isShown(key, privacyPolicyUrl)),
  ]);
  return [title, ...paragraphs, end].map((key) => t(key));
}
