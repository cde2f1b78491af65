import { classNames } from '../../../ui/class-names.ts';
import type { SessionUser } from '../../person.ts';
import { initialsOf } from './account-links.ts';

/** The round sign of a person: their picture, else the first letters of their names. Their name stands beside it. */
export function Avatar({ user, className }: { user: SessionUser; className?: string | undefined }) {
  return (
    <span className={classNames('ava', className)} aria-hidden="true">
      {user.image ? <img src={user.image} alt="" /> : initialsOf(user)}
    </span>
  );
}
