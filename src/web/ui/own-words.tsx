import { langOf, useLanguage } from '../app/texts.tsx';
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
