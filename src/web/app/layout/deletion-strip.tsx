import { Link } from '@tanstack/react-router';
import { longDate } from '../../../domain/fields.ts';
import { Icon } from '../../ui/drawings/icon.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { useSession } from '../session.tsx';
import { useLanguage, useText } from '../texts.tsx';

/**
 * Strip on every page of a person whose account is to be deleted, at their own request or because staff removed it (R-61, D-62):
 * the day of the deletion, and the way to keep the account. Staff in the account see the same in their own words; only the person
 * can keep it. Renders nothing for others.
 */
export function DeletionStrip() {
  const t = useText();
  const user = useSession();
  const language = useLanguage();
  if (!user?.delete_on) return null;
  const { acting } = user;
  const date = longDate(user.delete_on, language);
  const words = user.removed_by_staff
    ? t(acting ? 'layout.deletion.removedActing' : 'layout.deletion.removed', { date })
    : acting
      ? t('layout.deletion.acting', { date, customer: acting.customer_name })
      : t('layout.deletion.own', { date });
  return (
    <section className="leaving" aria-label={words}>
      <Icon name="alert" />
      <p>
        <OwnWords>{words}</OwnWords>
      </p>
      {!acting && <Link to="/settings/privacy">{t('layout.deletion.keep')}</Link>}
    </section>
  );
}
