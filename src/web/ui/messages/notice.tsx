import type { ReactNode } from 'react';
import { Icon, type IconName } from '../drawings/icon.tsx';

/** A message that stays on the page. `live` announces it to screen readers when it appears. */
export function Notice({
  icon = 'info',
  live,
  children,
}: {
  icon?: IconName | undefined;
  live?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <div className="notice" role={live ? 'status' : undefined}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}
