import { useShortDate } from '../../../../app/dates.ts';
import { useSession } from '../../../../app/session.tsx';
import { useText } from '../../../../app/texts.tsx';
import { Loaded } from '../../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { messageText } from '../../../notifications/api.ts';
import { useActivities, type CustomerActivity } from '../customer-api.ts';
import { Part } from './part.tsx';

/** Recent activity of the customer's account and plan. */
export function Activity({ userId, pause }: { userId: string; pause: boolean }) {
  const t = useText();
  return (
    <Part title={t('customer.part.activity')}>
      <Loaded read={useActivities(userId, pause)}>{(activities) => <Lines activities={activities} />}</Loaded>
    </Part>
  );
}

function Lines({ activities }: { activities: readonly CustomerActivity[] }) {
  const t = useText();
  const shortDate = useShortDate();
  const reader = useSession();
  const lines = activities.flatMap((activity) => {
    const words = reader && messageText(activity, reader, t);
    return words ? [{ id: activity.id, words, at: activity.created_at }] : [];
  });
  if (lines.length === 0) return <p>{t('customer.activity.none')}</p>;
  return (
    <ol className="feed">
      {lines.map(({ id, words, at }) => (
        <li key={id}>
          <OwnWords>{words}</OwnWords>
          <time dateTime={at}>{shortDate(at)}</time>
        </li>
      ))}
    </ol>
  );
}
