import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './drawings/icon.tsx';

type RowParts = {
  icon?: IconName | undefined;
  /** Content at the end: a Count, or nothing for the arrow. */
  end?: ReactNode | undefined;
  /** A second line under the words. */
  note?: ReactNode | undefined;
  children?: ReactNode | undefined;
};

function RowContent({ icon, end, note, children }: RowParts) {
  return (
    <>
      {icon && <Icon name={icon} />}
      <span>
        {children}
        {note && <small>{note}</small>}
      </span>
      {end ?? <Icon name="chevron-right" />}
    </>
  );
}

/** Row inside a card that runs an action here, such as opening a dialog. */
export function RowButton({
  icon,
  end,
  note,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'disabled'> & RowParts) {
  return (
    <button type="button" {...rest} className="row">
      <RowContent icon={icon} end={end} note={note}>
        {children}
      </RowContent>
    </button>
  );
}

/** Disabled row. `reason` explains it, unless the words nearby do; then it has no lock icon. */
export function RowOff({
  icon,
  reason,
  children,
}: {
  icon?: IconName | undefined;
  reason?: ReactNode | undefined;
  children: ReactNode;
}) {
  return (
    <button type="button" className="row" aria-disabled="true">
      <RowContent icon={icon} note={reason} end={reason ? <Icon name="lock" /> : <span />}>
        {children}
      </RowContent>
    </button>
  );
}

/** Row that links to an address outside Wattle's pages. */
export function RowAnchor({ icon, end, note, children, ...rest }: ComponentProps<'a'> & RowParts) {
  return (
    <a {...rest} className="row">
      <RowContent icon={icon} end={end} note={note}>
        {children}
      </RowContent>
    </a>
  );
}

/** Row that links to a page of Wattle. */
export const RowLink: LinkComponent<typeof RowAnchor> = createLink(RowAnchor);

/** Number of objects at the end of a row. `words` is read out: "3 files". */
export function Count({ value, words }: { value: number; words: string }) {
  return (
    <b className={value === 0 ? 'cnt none' : 'cnt'}>
      <span aria-hidden="true">{value}</span>
      <span className="vh">{words}</span>
    </b>
  );
}
