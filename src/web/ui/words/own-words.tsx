import { langOf } from '../../app/language.ts';
import { useLanguage } from '../../app/texts.tsx';
import css from './own-words.module.css';
import { wordRuns } from './word-runs.ts';

/** Text that a person wrote, in any language: each part is marked with its language. Line breaks are kept. */
export function OwnWords({ children }: { children: string }) {
  const page = useLanguage();
  return (
    <span className={css.own}>
      {wordRuns(children, page).map(({ text, language }, index) =>
        language ? (
          <span key={index} lang={langOf[language]}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </span>
  );
}

/** A title of the plan, marked with its language if the plan was signed in the other one. */
export function PlanTitle({ children }: { children: string }) {
  const runs = wordRuns(children, useLanguage());
  return runs.some(({ language }) => language) ? <OwnWords>{children}</OwnWords> : children;
}
