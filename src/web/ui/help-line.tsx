import { site, telephoneHref } from '../app/site.ts';

/** A sentence that names the help line: touching the number calls it. */
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
