import { Allowed } from '../../app/allowed.tsx';
import { useText } from '../../app/texts.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import css from './locked-notice.module.css';
import type { Plan } from '../plan.ts';
import { useClosed } from './use-closed.ts';

/** Notice that a plan is read-only, and why: the person to ask for a locked one (GAP-46), the owner of a signed one (D-42). */
export function LockedNotice({ plan }: { plan: Plan }) {
  const t = useText();
  const closed = useClosed(plan);
  if (!closed) return null;
  return (
    <div className={css.notice}>
      {closed === 'staff' ? (
        <Allowed to="plan.sign">{null}</Allowed>
      ) : (
        <Notice icon="lock" live>
          <b>{t('locked.title')}</b>
          <p>{t('locked.body', { provider: plan.user.provider ?? t('locked.us') })}</p>
        </Notice>
      )}
    </div>
  );
}
