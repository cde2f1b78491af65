import { langOf } from '../app/language.ts';
import { useLanguage } from '../app/texts.tsx';
import css from './own-words.module.css';
import { wordRuns } from './word-runs.ts';

/** Words that a person wrote, in whatever language: each stretch says which it is. Line breaks stay. */
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

/** A title of the plan, which is in its other language where it is one that was signed in it. */
export function PlanTitle({ children }: { children: string }) {
  const runs = wordRuns(children, useLanguage());
  return runs.some(({ language }) => language) ? <OwnWords>{children}</OwnWords> : children;
}
