import type { ReactNode } from 'react';
import { Icon, type IconName } from '../drawings/icon.tsx';

/** A quiet message that stays on the page. `live` lets screen readers say it when it appears. */
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
