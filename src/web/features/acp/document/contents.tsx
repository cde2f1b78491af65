import { useEffect, useState } from 'react';
import { useText } from '../../../app/texts.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import css from './contents.module.css';
import { PlanTitle } from '../../../ui/words/own-words.tsx';

/** A part of the plan: the id of its section, and its title. */
export type Entry = { id: string; title: string };

/** Table of contents beside the plan. Marks the part that is scrolled into view. */
export function Contents({ entries }: { entries: readonly Entry[] }) {
  const t = useText();
  const here = usePartInSight(entries);
  return (
    <nav className={css.contents} aria-label={t('carePlan.contents')}>
      <h2>{t('carePlan.contents')}</h2>
      <Parts entries={entries} here={here} />
    </nav>
  );
}

/** The same list above the plan, folded, if there is no space beside it. */
export function FoldedContents({ entries }: { entries: readonly Entry[] }) {
  const t = useText();
  return (
    <details className={css.folded}>
      <summary>
        <Icon name="list" />
        <span>{t('carePlan.contents')}</span>
        <Icon name="chevron-down" />
      </summary>
      <nav aria-label={t('carePlan.contents')}>
        <Parts entries={entries} here={undefined} />
      </nav>
    </details>
  );
}

function Parts({ entries, here }: { entries: readonly Entry[]; here: string | undefined }) {
  return (
    <ul>
      {entries.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            aria-current={id === here ? 'true' : undefined}
            onClick={(event) => goTo(event, id)}
          >
            <PlanTitle>{title}</PlanTitle>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Scrolls to a part and focuses it, so that reading aloud and tabbing continue there. */
function goTo(event: React.MouseEvent, id: string): void {
  event.preventDefault();
  const heading = document.querySelector<HTMLElement>(`#${id} h2`);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({
    block: 'start',
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
  });
}

/** Returns the last part that begins in the upper third of the window or above it. */
function usePartInSight(entries: readonly Entry[]): string | undefined {
  const [here, setHere] = useState(entries[0]?.id);
  useEffect(() => {
    const look = () => {
      const begun = entries.filter(
        ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < innerHeight / 3,
      );
      const isEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 4;
      setHere((isEnd ? entries.at(-1) : (begun.at(-1) ?? entries[0]))?.id);
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [entries]);
  return here;
}
