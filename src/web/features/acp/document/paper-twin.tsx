import { createContext, use, type ReactNode } from 'react';
import type { Language } from '../../../../domain/i18n/texts.ts';
import type { Section } from '../../../../domain/questionnaire/reading/present.ts';
import { langOf } from '../../../app/language.ts';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';
import type { PlanWording } from '../../../plan-view/plan-wording.ts';
import css from './care-plan.module.css';

/** Answers in words of one language. */
type Answered = { language: Language; sections: readonly Section[] };

/** Content of a bilingual paper beside the words of the page (D-37). */
export type PaperTwin = {
  plan: ActivePlan;
  language: Language;
  wording: PlanWording;
  /** Language of the answers on the page: the signed language, if the words are kept only in that one. */
  answersOnPage: Language;
  /** The same answers in the other language; null if the signed words are not kept in it. */
  answers: Answered | null;
};

const TwinContext = createContext<PaperTwin | null>(null);

const EnglishFirst = createContext(false);

/** Provides the other language to its children. */
export function TwinProvider({ twin, children }: { twin: PaperTwin | null; children: ReactNode }) {
  return <TwinContext value={twin}>{children}</TwinContext>;
}

/** Puts English before the other language on paper, because staff read it in an emergency. */
export function EnglishFirstOnPaper({ children }: { children: ReactNode }) {
  return <EnglishFirst value={true}>{children}</EnglishFirst>;
}

/** Returns the other language while a bilingual plan is printed; else null. */
export const usePaperTwin = (): PaperTwin | null => use(TwinContext);

/** Words of the page, on paper with the other language under them, or with English above them. */
export function InBoth({
  twin: wordsOf,
  children,
}: {
  twin: (twin: PaperTwin) => string | undefined;
  children: ReactNode;
}) {
  const twin = usePaperTwin();
  return (
    <WithOther language={twin?.language} words={twin ? wordsOf(twin) : undefined}>
      {children}
    </WithOther>
  );
}

/** A few words of the other language, printed behind those of the page. */
export function OtherBeside({ twin: wordsOf }: { twin: (twin: PaperTwin) => string }) {
  const twin = usePaperTwin();
  return twin && <span lang={langOf[twin.language]}>{wordsOf(twin)}</span>;
}

/** Words with those of another language beside them, if there are any. */
export function WithOther({
  language,
  words,
  children,
}: {
  language: Language | undefined;
  words: string | undefined;
  children: ReactNode;
}) {
  const isEnglishFirst = use(EnglishFirst) && language === 'en';
  if (!words || !language) return children;
  const other = (
    <span className={css.twin} lang={langOf[language]}>
      {words}
    </span>
  );
  return (
    <>
      {isEnglishFirst && <>{other} </>}
      {children}
      {!isEnglishFirst && <> {other}</>}
    </>
  );
}
