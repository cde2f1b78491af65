import { classNames } from '../../../ui/class-names.ts';
import type { SessionUser } from '../../person.ts';
import { initialsOf } from './account-links.ts';

/** Round picture of a person, or else the initials of their names. The name is shown beside it. */
export function Avatar({ user, className }: { user: SessionUser; className?: string | undefined }) {
  return (
    <span className={classNames('ava', className)} aria-hidden="true">
      {user.image ? <img src={user.image} alt="" /> : initialsOf(user)}
    </span>
  );
}
