import { site, telephoneHref } from '../../app/site.ts';
import css from './accounts.module.css';

/** A sentence that names the help line: touching the number calls it, and it stays on one line. */
export function HelpLine({ children }: { children: string }) {
  const [before, ...after] = site.helpPhone ? children.split(site.helpPhone) : [children];
  if (after.length === 0) return children;
  return (
    <>
      {before}
      <a href={telephoneHref(site.helpPhone)} className={css.phone}>
        {site.helpPhone}
      </a>
      {after.join(site.helpPhone)}
    </>
  );
}
