import { telephoneHref } from '../../domain/i18n/site.ts';
import { site } from '../app/site.ts';

/** A sentence with the help line's number as a telephone link. */
export function HelpLine({ children }: { children: string }) {
  const [before, ...after] = site.helpPhone ? children.split(site.helpPhone) : [children];
  if (after.length === 0) return children;
  return (
    <>
      {before}
      <a href={telephoneHref(site.helpPhone)}>{site.helpPhone}</a>
      {after.join(site.helpPhone)}
    </>
  );
}
