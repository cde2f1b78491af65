import { useText } from '../../app/texts.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import css from './locked-notice.module.css';
import type { Plan } from '../plan.ts';

/** That a locked plan can be read and not changed, and whom to ask (GAP-46). */
export function LockedNotice({ plan }: { plan: Plan }) {
  const t = useText();
  if (!plan.locked) return null;
  return (
    <div className={css.notice}>
      <Notice icon="lock" live>
        <b>{t('locked.title')}</b>
        <p>{t('locked.body', { provider: plan.user.provider ?? t('locked.us') })}</p>
      </Notice>
    </div>
  );
}
