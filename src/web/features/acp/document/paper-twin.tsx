import { createContext, use, type ReactNode } from 'react';
import type { Language } from '../../../../domain/i18n/texts.ts';
import type { Section } from '../../../../domain/questionnaire/reading/present.ts';
import { langOf } from '../../../app/language.ts';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';
import type { PlanWording } from '../../../plan-view/plan-wording.ts';
import css from './care-plan.module.css';

/** Answers in words of one language. */
type Answered = { language: Language; sections: readonly Section[] };

/** What paper that speaks both languages has beside the words of the page (D-37). */
export type PaperTwin = {
  plan: ActivePlan;
  language: Language;
  wording: PlanWording;
  /** The language of the answers on the page: that in which they were signed, where only those words say what they say. */
  answersOnPage: Language;
  /** The same answers in the other language; null where the words that were signed are not kept in it. */
  answers: Answered | null;
};

const TwinContext = createContext<PaperTwin | null>(null);

const EnglishFirst = createContext(false);

/** Gives the other language to what is inside. */
export function TwinProvider({ twin, children }: { twin: PaperTwin | null; children: ReactNode }) {
  return <TwinContext value={twin}>{children}</TwinContext>;
}

/** Puts English before the other language on paper: what staff read in an emergency. */
export function EnglishFirstOnPaper({ children }: { children: ReactNode }) {
  return <EnglishFirst value={true}>{children}</EnglishFirst>;
}

/** The other language while a plan is printed that speaks both; else null. */
export const usePaperTwin = (): PaperTwin | null => use(TwinContext);

/** Words of the page, on paper with those of the other language under them, or English above them. */
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

/** A few words of the other language, on paper behind those of the page. */
export function OtherBeside({ twin: wordsOf }: { twin: (twin: PaperTwin) => string }) {
  const twin = usePaperTwin();
  return twin && <span lang={langOf[twin.language]}>{wordsOf(twin)}</span>;
}

/** Words with those of another language beside them, where there are any. */
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
